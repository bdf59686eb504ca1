//! What the library of a snippet has for the host, as cmpthese.h describes it for C: parameters, answers, panics.

use std::any::Any;
use std::cell::UnsafeCell;
use std::ffi::{c_char, c_int, c_void, CStr, CString};
use std::panic::{self, AssertUnwindSafe};
use std::ptr::null;
use std::sync::Mutex;

#[path = "cmpthese_values.rs"]
mod values;
pub use values::Answer;

/// What snippets can name without a `use`.
pub mod of_snippets {
    pub use std::hint::black_box;
}

type Function = extern "C-unwind" fn();

#[repr(C)]
pub struct Snippet {
    pub setup: Function,
    pub variant_setup: Function,
    pub code: Function,
    pub answer: extern "C" fn() -> Told,
    pub teardown: Function,
    pub guard: extern "C" fn(extern "C-unwind" fn(*mut c_void), *mut c_void),
    pub before_each: Option<Function>,
}

#[repr(C)]
pub struct Host {
    failed: *const c_void,
    caught: extern "C" fn(*const c_char, c_int, *const c_char),
    memory: *const c_void,
}

/// A static that the host finds by its name. Where `_` is an expression to macros, which is since edition 2024, the attribute has to be called
/// unsafe, and compilers before that do not know it so.
macro_rules! cmpthese_exported {
    ($_since_2024:expr, $item:item) => {
        #[unsafe(no_mangle)]
        #[allow(non_upper_case_globals)]
        $item
    };
    (_, $item:item) => {
        #[no_mangle]
        #[allow(non_upper_case_globals)]
        $item
    };
}

cmpthese_exported!(_, pub static mut cmpthese_host: *const Host = null(););

// ---- parameters: the host writes their values before the setup, so that no compiler sees them ----

pub trait Param: Copy {
    type Raw: Copy;
    const RAW: Self::Raw;
    const NONE: Self;
    fn of(raw: Self::Raw) -> Self;
}

macro_rules! plain_param {
    ($type:ty, $none:expr) => {
        impl Param for $type {
            type Raw = $type;
            const RAW: $type = $none;
            const NONE: $type = $none;
            fn of(raw: $type) -> $type {
                raw
            }
        }
    };
}
plain_param!(i64, 0);
plain_param!(f64, 0.0);
plain_param!(bool, false);

impl Param for &'static str {
    type Raw = *const c_char;
    const RAW: *const c_char = null();
    const NONE: &'static str = "";
    fn of(raw: *const c_char) -> &'static str {
        // What the host writes is UTF-8, and lives until the next preparation.
        unsafe { CStr::from_ptr(raw) }.to_str().unwrap_or_default()
    }
}

pub struct Place<T: Param>(UnsafeCell<T::Raw>, UnsafeCell<T>);

// It is written before anything of the snippet runs.
unsafe impl<T: Param> Sync for Place<T> {}

impl<T: Param> Place<T> {
    pub const NEW: Place<T> = Place(UnsafeCell::new(T::RAW), UnsafeCell::new(T::NONE));

    pub const fn raw(&self) -> *mut c_void {
        self.0.get() as *mut c_void
    }

    pub fn fill(&self) {
        unsafe { *self.1.get() = T::of(std::ptr::read_volatile(self.0.get())) }
    }

    #[inline(always)]
    pub fn get(&self) -> T {
        unsafe { *self.1.get() }
    }
}

#[repr(C)]
pub struct Constant {
    name: *const c_char,
    sort: *const c_char,
    place: *mut c_void,
}

unsafe impl Sync for Constant {}

impl Constant {
    pub const END: Constant = Constant { name: null(), sort: null(), place: std::ptr::null_mut() };

    /// Of texts that end with a zero.
    pub const fn of(name: &'static str, sort: &'static str, place: *mut c_void) -> Constant {
        Constant { name: name.as_ptr() as *const c_char, sort: sort.as_ptr() as *const c_char, place }
    }
}

// ---- panics ----

/// File, line and message of the last panic.
static PANIC: Mutex<Option<(String, u32, String)>> = Mutex::new(None);

/// Panics of the thread that the host calls are told to it, and not printed.
pub fn note_panics() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let host = std::thread::current().id();
        let print = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if std::thread::current().id() != host {
                return print(info);
            }
            let (file, line) = info.location().map_or((String::new(), 0), |at| (at.file().to_string(), at.line()));
            *PANIC.lock().unwrap() = Some((file, line, words(info.payload())));
        }));
    });
}

fn words(payload: &(dyn Any + Send)) -> String {
    let words = payload.downcast_ref::<&str>().map(|text| text.to_string());
    words.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic without a message".to_string())
}

pub extern "C" fn guard(function: extern "C-unwind" fn(*mut c_void), context: *mut c_void) {
    let outcome = panic::catch_unwind(AssertUnwindSafe(|| function(context)));
    let told = PANIC.lock().unwrap().take();
    let Err(payload) = outcome else { return };
    // A snippet may have set a hook of its own.
    let (file, line, words) = told.unwrap_or_else(|| (String::new(), 0, words(&*payload)));
    let text = |text: String| CString::new(text.replace('\0', "\\0")).unwrap_or_default();
    // Paths of parts begin with `cmpthese:/`, as the compiler was told to call the directory.
    let (file, words) = (text(file.replace("cmpthese:/", "cmpthese:")), text(words));
    unsafe { ((*cmpthese_host).caught)(file.as_ptr(), line as c_int, words.as_ptr()) }
}

// ---- answers ----

/// What was returned last, in memory that lives as long as the library; who can tell it.
static mut KEPT: *mut c_void = std::ptr::null_mut();
static mut TELL: Option<fn() -> Value> = None;

/// Keeps a value until the next one comes, which it makes room for.
#[inline(always)]
pub fn keep<T: Answer>(value: T) {
    unsafe {
        if KEPT.is_null() {
            first::<T>();
        }
        *(KEPT as *mut Option<T>) = Some(value);
    }
}

#[cold]
unsafe fn first<T: Answer>() {
    KEPT = Box::into_raw(Box::<Option<T>>::new(None)) as *mut c_void;
    TELL = Some(|| (*(KEPT as *mut Option<T>)).as_ref().map_or(Value::Nothing, T::value));
}

pub extern "C" fn tell() -> Told {
    static TOLD: Mutex<Vec<Value>> = Mutex::new(Vec::new());
    let mut told = TOLD.lock().unwrap();
    told.clear();
    told.push(unsafe { TELL }.map_or(Value::Nothing, |tell| tell()));
    Told::of(&mut told[0])
}

pub enum Value {
    Nothing,
    Truth(bool),
    Signed(i64),
    Unsigned(u64),
    /// How a whole number is written that is too large for these.
    Digits(String),
    Number(f64),
    Bytes(Vec<u8>),
    /// The values, and room for what the host is told of them.
    List(Vec<Value>, Vec<Told>),
    /// The same, in any order.
    Set(Vec<Value>, Vec<Told>),
    /// Keys and values in turn.
    Table(Vec<Value>, Vec<Told>),
}

/// `struct cmpthese_answer`.
#[repr(C)]
pub struct Told {
    kind: c_int,
    whole: i64,
    natural: u64,
    number: f64,
    data: *const c_void,
    size: usize,
}

unsafe impl Send for Told {}

impl Told {
    /// It points into the value.
    fn of(value: &mut Value) -> Told {
        let mut told = Told { kind: 0, whole: 0, natural: 0, number: 0.0, data: null(), size: 0 };
        let mut inner = |values: &mut Vec<Value>, room: &mut Vec<Told>| {
            *room = values.iter_mut().map(Told::of).collect();
            (told.data, told.size) = (room.as_ptr() as *const c_void, room.len());
        };
        told.kind = match value {
            Value::Nothing => 0,
            Value::Truth(truth) => {
                told.whole = i64::from(*truth);
                1
            }
            Value::Signed(number) => {
                told.whole = *number;
                2
            }
            Value::Unsigned(number) => {
                told.natural = *number;
                3
            }
            Value::Number(number) => {
                told.number = *number;
                4
            }
            Value::Bytes(bytes) => {
                (told.data, told.size) = (bytes.as_ptr() as *const c_void, bytes.len());
                5
            }
            Value::Digits(digits) => {
                (told.data, told.size) = (digits.as_ptr() as *const c_void, digits.len());
                8
            }
            Value::List(values, room) => {
                inner(values, room);
                6
            }
            Value::Table(values, room) => {
                inner(values, room);
                7
            }
            Value::Set(values, room) => {
                inner(values, room);
                9
            }
        };
        told
    }
}
