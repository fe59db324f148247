//! What a file system keeps about a file, carried over to the file that takes its place: owner,
//! group, mode, the access control list and the other extended attributes. Its other names (hard
//! links) stay with the old file, and so cannot be kept.
//!
//! What is of the old content is left out: times, the signatures `security.ima` and `security.evm`,
//! and which program wrote it.

use std::fs::File;
use std::io;

/// Gives a new file what is kept about an old one, as far as the system allows it, and says in
/// words what it does not have.
///
/// Nobody may do more with the new file than with the old one: bits of a mode that would be those
/// of another owner or group are left out.
#[cfg(unix)]
pub fn carry(old: &File, new: &File) -> io::Result<Vec<String>> {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt, fchown};

    let (about, own) = (old.metadata()?, new.metadata()?);
    let (user, group, mut mode) = (about.uid(), about.gid(), about.mode() & 0o7777);
    let mut lost = Vec::new();
    match about.nlink() {
        0 | 1 => {}
        2 => lost.push("its other name (a hard link)".to_owned()),
        names => lost.push(format!("its {} other names (hard links)", names - 1)),
    }
    // Who may give a file away may do so once: the group goes first.
    let has_group = group == own.gid() || fchown(new, None, Some(group)).is_ok();
    let has_owner = user == own.uid() || fchown(new, Some(user), None).is_ok();
    if !has_owner {
        lost.push(format!("its owner (user {user})"));
        mode &= !0o4000;
    }
    if !has_group {
        lost.push(format!("its group ({group})"));
        mode = others_alone(mode);
    }
    let has_list = attributes(old, new, has_group, &mut lost);
    if !has_list {
        mode = others_alone(mode);
    }
    new.set_permissions(PermissionsExt::from_mode(mode))?;
    if new.metadata()?.mode() & 0o7777 != mode {
        lost.push(format!("its mode ({mode:o})"));
    }
    Ok(lost)
}

/// A mode of which a group has no more than all others have.
#[cfg(unix)]
fn others_alone(mode: u32) -> u32 {
    mode & !0o2070 | (mode & 0o7) << 3
}

/// Carries the attributes over. False if the access control list was not: then the bits of the
/// group are the most that the list gave to anybody.
#[cfg(unix)]
fn attributes(old: &File, new: &File, has_group: bool, lost: &mut Vec<String>) -> bool {
    use xattr::FileExt as _;

    let names = match (old.list_xattr(), new.list_xattr()) {
        (Ok(names), Ok(own)) => {
            let names: Vec<_> = names.collect();
            // A folder may give a new file a list that the old one has not.
            for name in own.filter(|name| !names.contains(name) && !is_of_content(name)) {
                if new.remove_xattr(&name).is_err() {
                    lost.push(format!("the lack of the attribute `{}`", name.display()));
                }
            }
            names
        }
        (Err(error), _) | (_, Err(error)) => {
            let has_none = error.raw_os_error() == Some(rustix::io::Errno::NOTSUP.raw_os_error());
            if !has_none {
                lost.push(format!("its extended attributes ({error})"));
            }
            return has_none;
        }
    };
    let mut has_list = true;
    for name in names.iter().filter(|name| !is_of_content(name)) {
        let is_list = name == LIST;
        let value = old.get_xattr(name).ok().flatten();
        let is_there = |value: &[u8]| new.get_xattr(name).is_ok_and(|own| own.as_deref() == Some(value));
        // The list of a group is none of another group.
        let is_set = (has_group || !is_list)
            && value.is_some_and(|value| is_there(&value) || new.set_xattr(name, &value).is_ok());
        if !is_set && is_list {
            lost.push("its access control list".to_owned());
            has_list = false;
        } else if !is_set {
            lost.push(format!("its attribute `{}`", name.display()));
        }
    }
    has_list
}

/// The attribute that is the access control list.
#[cfg(unix)]
const LIST: &str = "system.posix_acl_access";

/// Whether the system makes an attribute of the content of a file, or of the program that wrote it.
#[cfg(unix)]
fn is_of_content(name: &std::ffi::OsStr) -> bool {
    name == "security.ima" || name == "security.evm" || name == "com.apple.provenance"
}

/// Gives a new file what is kept about an old one. It has the rights that its folder gives.
#[cfg(not(unix))]
pub fn carry(old: &File, new: &File) -> io::Result<Vec<String>> {
    new.set_permissions(old.metadata()?.permissions())?;
    Ok(Vec::new())
}
