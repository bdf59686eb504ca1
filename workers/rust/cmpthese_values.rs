//! What code can return, as a value of the host.

use super::Value;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
#[allow(unused_imports)] // before edition 2021
use std::convert::TryFrom;
use std::rc::Rc;
use std::sync::Arc;

/// What code can return.
pub trait Answer {
    fn value(&self) -> Value;

    /// A list of such; of bytes it is a text.
    fn list(items: &[Self]) -> Value
    where
        Self: Sized,
    {
        list(items.iter())
    }
}

fn list<'i, T: Answer + 'i>(items: impl Iterator<Item = &'i T>) -> Value {
    Value::List(items.map(T::value).collect(), Vec::new())
}

/// What a key of a map can be.
pub trait Key {
    fn key(&self) -> Vec<u8>;
}

fn table<'i, K: Key + 'i, T: Answer + 'i>(entries: impl Iterator<Item = (&'i K, &'i T)>) -> Value {
    let mut entries: Vec<_> = entries.map(|(key, value)| (key.key(), value)).collect();
    entries.sort_by(|(one, _), (other, _)| one.cmp(other));
    let values = entries.into_iter().flat_map(|(key, value)| [Value::Bytes(key), value.value()]);
    Value::Table(values.collect(), Vec::new())
}

macro_rules! numbers {
    ($variant:ident as $as:ty: $($type:ty)*) => {$(
        impl Answer for $type {
            fn value(&self) -> Value {
                Value::$variant(*self as $as)
            }
        }
    )*};
}
numbers!(Signed as i64: i8 i16 i32 i64 isize);
numbers!(Unsigned as u64: u16 u32 u64 usize);
numbers!(Number as f64: f64);

macro_rules! large_numbers {
    ($($type:ty)*) => {$(
        impl Answer for $type {
            fn value(&self) -> Value {
                match (i64::try_from(*self), u64::try_from(*self)) {
                    (Ok(number), _) => Value::Signed(number),
                    (_, Ok(number)) => Value::Unsigned(number),
                    _ => Value::Digits(self.to_string()),
                }
            }
        }
    )*};
}
large_numbers!(i128 u128);

macro_rules! whole_keys {
    ($($type:ty)*) => {$(
        impl Key for $type {
            fn key(&self) -> Vec<u8> {
                self.to_string().into_bytes()
            }
        }
    )*};
}
whole_keys!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool);

impl Answer for u8 {
    fn value(&self) -> Value {
        Value::Unsigned(u64::from(*self))
    }

    fn list(items: &[u8]) -> Value {
        Value::Bytes(items.to_vec())
    }
}

impl Answer for f32 {
    fn value(&self) -> Value {
        Value::Number(f64::from(*self))
    }
}

impl Answer for bool {
    fn value(&self) -> Value {
        Value::Truth(*self)
    }
}

impl Answer for () {
    fn value(&self) -> Value {
        Value::Nothing
    }
}

/// Up to Latin-1 a byte a character, else UTF-8.
impl Key for str {
    fn key(&self) -> Vec<u8> {
        let narrow: Option<Vec<u8>> = self.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect();
        narrow.unwrap_or_else(|| self.as_bytes().to_vec())
    }
}

impl Key for String {
    fn key(&self) -> Vec<u8> {
        self.as_str().key()
    }
}

impl<T: Key + ?Sized> Key for &T {
    fn key(&self) -> Vec<u8> {
        (**self).key()
    }
}

impl Key for char {
    fn key(&self) -> Vec<u8> {
        self.to_string().key()
    }
}

impl Answer for str {
    fn value(&self) -> Value {
        Value::Bytes(self.key())
    }
}

impl Answer for String {
    fn value(&self) -> Value {
        Value::Bytes(self.key())
    }
}

impl Answer for char {
    fn value(&self) -> Value {
        Value::Bytes(self.key())
    }
}

impl<T: Answer + ?Sized> Answer for &T {
    fn value(&self) -> Value {
        (**self).value()
    }
}

macro_rules! pointers {
    ($($type:ident)*) => {$(
        impl<T: Answer + ?Sized> Answer for $type<T> {
            fn value(&self) -> Value {
                (**self).value()
            }
        }
    )*};
}
pointers!(Box Rc Arc);

impl<T: Answer + ToOwned + ?Sized> Answer for Cow<'_, T> {
    fn value(&self) -> Value {
        (**self).value()
    }
}

impl<T: Answer> Answer for Option<T> {
    fn value(&self) -> Value {
        self.as_ref().map_or(Value::Nothing, T::value)
    }
}

impl<T: Answer> Answer for [T] {
    fn value(&self) -> Value {
        T::list(self)
    }
}

impl<T: Answer> Answer for Vec<T> {
    fn value(&self) -> Value {
        T::list(self)
    }
}

impl<T: Answer, const N: usize> Answer for [T; N] {
    fn value(&self) -> Value {
        T::list(self)
    }
}

macro_rules! lists {
    ($($type:ident)*) => {$(
        impl<T: Answer> Answer for $type<T> {
            fn value(&self) -> Value {
                list(self.iter())
            }
        }
    )*};
}
lists!(VecDeque LinkedList);

macro_rules! sets {
    ($($type:ident $(<$hasher:ident>)?)*) => {$(
        impl<T: Answer $(, $hasher)?> Answer for $type<T $(, $hasher)?> {
            fn value(&self) -> Value {
                Value::Set(self.iter().map(T::value).collect(), Vec::new())
            }
        }
    )*};
}
sets!(BTreeSet BinaryHeap HashSet<S>);

impl<K: Key, T: Answer> Answer for BTreeMap<K, T> {
    fn value(&self) -> Value {
        table(self.iter())
    }
}

impl<K: Key, T: Answer, S> Answer for HashMap<K, T, S> {
    fn value(&self) -> Value {
        table(self.iter())
    }
}

macro_rules! tuples {
    ($(($($name:ident)*))*) => {$(
        #[allow(non_snake_case)]
        impl<$($name: Answer),*> Answer for ($($name,)*) {
            fn value(&self) -> Value {
                let ($($name,)*) = self;
                Value::List(vec![$($name.value()),*], Vec::new())
            }
        }
    )*};
}
tuples!((A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F));
