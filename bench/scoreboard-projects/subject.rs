//! What is measured: the function `subject` of a shared object.

use std::ffi::{CString, c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

unsafe extern "C" {
    fn dlopen(path: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

const RTLD_NOW: c_int = 2;

/// Loads it for as long as the process lives.
pub fn load(path: &Path) -> impl Fn() + Copy + 'static {
    let path = CString::new(path.as_os_str().as_bytes()).expect("a path has no zero");
    // SAFETY: it is given a text that ends with a zero, and the object is never closed.
    let library = unsafe { dlopen(path.as_ptr(), RTLD_NOW) };
    assert!(!library.is_null(), "{path:?} cannot be loaded");
    // SAFETY: the object is there, and the name ends with a zero.
    let function = unsafe { dlsym(library, c"subject".as_ptr()) };
    assert!(!function.is_null(), "{path:?} has no function subject");
    // SAFETY: the object is made of a source in which it has this type.
    let function: unsafe extern "C" fn() = unsafe { std::mem::transmute(function) };
    // SAFETY: it takes nothing and returns nothing.
    move || unsafe { function() }
}
