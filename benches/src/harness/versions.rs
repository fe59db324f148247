//! Versions of the libraries under test, read from the lock file that this binary was built with.

const LOCK: &str = include_str!("../../Cargo.lock");

/// The locked version of `package` that starts with `requirement` ("" takes any), or "?" if there
/// is none.
pub fn locked(package: &str, requirement: &str) -> String {
    find(LOCK, package, requirement).unwrap_or("?").to_owned()
}

fn find<'a>(lock: &'a str, package: &str, requirement: &str) -> Option<&'a str> {
    let mut lines = lock.lines();
    while let Some(line) = lines.next() {
        if value(line, "name") == Some(package) {
            let version = value(lines.next()?, "version")?;
            if meets(version, requirement) {
                return Some(version);
            }
        }
    }
    None
}

/// The quoted value of `line` if it sets `key`.
fn value<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    Some(line.strip_prefix(key)?.strip_prefix(" = ")?.trim_matches('"'))
}

/// Whether `version` starts with the whole numbers of `requirement`: 1.30 is no 1.3.
fn meets(version: &str, requirement: &str) -> bool {
    let Some(rest) = version.strip_prefix(requirement) else { return false };
    rest.is_empty()
        || requirement.is_empty()
        || requirement.ends_with('.')
        || !rest.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = "[[package]]\nname = \"two-lives\"\nversion = \"1.30.0\"\n\n[[package]]\n\
        name = \"two-lives\"\nversion = \"1.3.3\"\n\n[[package]]\nname = \"two\"\nversion = \"2.0.1\"\n";

    #[test]
    fn the_requirement_tells_two_versions_of_one_package_apart() {
        assert_eq!(find(SAMPLE, "two-lives", "1.3"), Some("1.3.3"));
        assert_eq!(find(SAMPLE, "two-lives", "1.30"), Some("1.30.0"));
        assert_eq!(find(SAMPLE, "two-lives", ""), Some("1.30.0"));
        assert_eq!(find(SAMPLE, "two", "2"), Some("2.0.1"));
    }

    #[test]
    fn what_is_not_locked_is_not_found() {
        assert_eq!(find(SAMPLE, "two", "1"), None);
        assert_eq!(find(SAMPLE, "three", ""), None);
    }
}
