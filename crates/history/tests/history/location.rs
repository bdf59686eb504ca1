//! The place of the history.

use cmpthese_history::default_path;
use std::ffi::OsString;
use std::path::PathBuf;

fn path_with(variables: &[(&str, &str)]) -> Option<PathBuf> {
    default_path(|name| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| OsString::from(value)))
}

#[test]
fn a_home_is_enough() {
    let expected = "/home/ann/.local/share/cmpthese/history.db";
    for data_home in ["", "relative"] {
        assert_eq!(path_with(&[("HOME", "/home/ann"), ("XDG_DATA_HOME", data_home)]), Some(expected.into()));
    }
    assert_eq!(path_with(&[("HOME", "/home/ann")]), Some(expected.into()));
}

#[test]
fn the_data_directory_of_xdg_is_heeded() {
    assert_eq!(path_with(&[("XDG_DATA_HOME", "/data")]), Some("/data/cmpthese/history.db".into()));
}

#[test]
fn without_a_home_there_is_no_place() {
    assert_eq!(path_with(&[]), None);
    assert_eq!(path_with(&[("HOME", "")]), None);
}
