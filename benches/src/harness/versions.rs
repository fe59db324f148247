//! Versions of the libraries under test, read from the lock file that this binary was built with.

const LOCK: &str = include_str!("../../../Cargo.lock");

/// The locked version of `package` that starts with `requirement` ("" takes any), or "?" if there is none.
pub fn locked(package: &str, requirement: &str) -> String {
    let mut lines = LOCK.lines();
    while let Some(line) = lines.next() {
        if line.strip_prefix("name = ").is_some_and(|name| name.trim_matches('"') == package) {
            let version = lines.next().and_then(|line| line.strip_prefix("version = ")).unwrap_or("?").trim_matches('"');
            if version.starts_with(requirement) {
                return version.to_owned();
            }
        }
    }
    "?".to_owned()
}
