//! Values that are words of printed programs.

use std::borrow::Cow;

/// A value that is one word.
pub(crate) trait Word: Sized {
    /// Its kind, for messages.
    const WHAT: &'static str;
    /// The word.
    fn word(&self) -> Cow<'static, str>;
    /// The value with this word.
    fn of_word(word: &str) -> Option<Self>;
}

/// Makes an enumeration whose values have words. A value may carry a number, which the word has after a full stop: `workgroup.2`.
macro_rules! words {
    (
        $(#[$about:meta])*
        pub enum $name:ident {
            $( $(#[$doc:meta])* $value:ident $( ( $number:ident : $ty:ty ) )? $word:literal, )+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name {
            $( $(#[$doc])* $value $( ( $ty ) )?, )+
        }

        impl $crate::words::Word for $name {
            const WHAT: &'static str = stringify!($name);

            fn word(&self) -> std::borrow::Cow<'static, str> {
                match *self {
                    $( Self::$value $( ( $number ) )? => $crate::words::numbered($word, [$( u32::from($number) )?]), )+
                }
            }

            fn of_word(word: &str) -> Option<Self> {
                let (name, number) = word.split_once('.').map_or((word, None), |(name, number)| (name, Some(number)));
                let value = match name {
                    $( $word => Self::$value $( ( number?.parse::<$ty>().ok()? ) )?, )+
                    _ => return None,
                };
                // A number too many, or one that is written in another way.
                let _ = number;
                (value.word() == word).then_some(value)
            }
        }
    };
}

/// A word, with its number if it has one.
pub(crate) fn numbered<const COUNT: usize>(word: &'static str, number: [u32; COUNT]) -> Cow<'static, str> {
    match number.first() {
        Some(number) => format!("{word}.{number}").into(),
        None => word.into(),
    }
}
