//! The code that the table of instructions generates.

/// Makes the type [`Instruction`](crate::Instruction) of a table, and everything that has to know each instruction: the registers that
/// it reads and writes, its class and flow, the types that it asks for, and its text.
///
/// A row is the name, the first word of the line, the [`Class`](crate::Class), and the parts: attributes `with` their
/// types; the registers that it `writes` and `reads`, with the [`Expected`](crate::verifier::Expected) type of each. A rule after
/// `where` says whether the parts go together. Under `lists` are the instructions that refer to an entry of a list.
macro_rules! instructions {
    (
        steps {
            $(
                $(#[$about:meta])*
                $name:ident $word:literal $class:ident $({
                    $( with { $( $part:ident : $ty:ty ),+ } )?
                    $( writes { $( $to:ident : $to_type:expr ),+ } )?
                    $( reads { $( $read:ident $( [ $count:literal ] )? : $read_type:expr ),+ } )?
                    $( where $rule:ident ( $( $argument:ident ),+ ) )?
                })?
            )+
        }
        lists {
            $(
                $(#[$entry_about:meta])*
                $entry:ident $entry_word:literal in $list:ident
            )+
        }
    ) => {
        /// One step.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[allow(missing_docs, reason = "the parts have names: `to` receives the result, the others are operands and attributes")]
        pub enum Instruction {
            $(
                $(#[$about])*
                $name $({
                    $( $( $part: $ty, )+ )?
                    $( $( $to: Register, )+ )?
                    $( $( $read: registers!($( $count )?), )+ )?
                })?,
            )+
            $( $(#[$entry_about])* $entry(u32), )+
        }

        impl Instruction {
            /// Where control goes after the step.
            #[must_use]
            pub const fn flow(&self) -> Flow {
                match *self {
                    $(
                        Instruction::$name { $( $( $( $part, )+ )? $( $( $read, )+ )? )? .. } => {
                            flow!($class $name { $( $( $( $part, )+ )? $( $( $read, )+ )? )? })
                        }
                    )+
                    $( Instruction::$entry(_) => Flow::Next, )+
                }
            }
        }

        impl Program {
            /// Calls a function with the registers that an instruction writes.
            ///
            /// # Panics
            /// An index leads out of its list.
            pub fn each_target(&self, instruction: &Instruction, mut found: impl FnMut(Register)) {
                match *instruction {
                    $( Instruction::$name { $( $( $( $to, )+ )? )? .. } => { $( $( $( found($to); )+ )? )? } )+
                    $( Instruction::$entry(index) => self.$list[index as usize].each_target(&mut found), )+
                }
            }

            /// Calls a function with the registers that an instruction reads.
            ///
            /// # Panics
            /// An index leads out of its list.
            pub fn each_operand(&self, instruction: &Instruction, mut found: impl FnMut(Register)) {
                match *instruction {
                    $(
                        Instruction::$name { $( $( $( $part, )+ )? $( $( $read, )+ )? )? .. } => {
                            $( $( $( Part::each_location(&$part, &mut |at| found(at.address)); )+ )? )?
                            $( $( $( Operands::each(&$read, &mut found); )+ )? )?
                        }
                    )+
                    $( Instruction::$entry(index) => self.$list[index as usize].each_operand(&mut found), )+
                }
            }

            /// Calls a function with the places in memory that an instruction accesses.
            ///
            /// # Panics
            /// An index leads out of its list.
            pub fn each_location(&self, instruction: &Instruction, mut found: impl FnMut(Location)) {
                match *instruction {
                    $(
                        Instruction::$name { $( $( $( $part, )+ )? )? .. } => {
                            $( $( $( Part::each_location(&$part, &mut found); )+ )? )?
                        }
                    )+
                    $( Instruction::$entry(index) => self.$list[index as usize].each_location(&mut found), )+
                }
            }

            /// The effect of an instruction besides computing.
            ///
            /// # Panics
            /// An index leads out of its list.
            #[must_use]
            pub fn class(&self, instruction: &Instruction) -> Class {
                match *instruction {
                    $( Instruction::$name { .. } => Class::$class, )+
                    $( Instruction::$entry(index) => self.$list[index as usize].class(), )+
                }
            }
        }

        impl Verifier<'_> {
            /// The lists that instructions refer to, by name, and how many entries they have.
            pub(crate) fn lists(self) -> Vec<(&'static str, usize)> {
                vec![$( (stringify!($list), self.program.$list.len()) ),+]
            }

            /// The list that an instruction refers to, by name, and the index of the entry.
            pub(crate) const fn entry(self, instruction: &Instruction) -> Option<(&'static str, u32)> {
                match *instruction {
                    $( Instruction::$name { .. } => None, )+
                    $( Instruction::$entry(index) => Some((stringify!($list), index)), )+
                }
            }

            /// Whether the parts of an instruction and the types of its registers go together.
            pub(crate) fn types(self, instruction: &Instruction) -> Result<(), String> {
                match *instruction {
                    $(
                        Instruction::$name { $( $( $( $part, )+ )? $( $( $to, )+ )? $( $( $read, )+ )? )? } => {
                            $(
                                $( $( Part::check(&$part, self)?; )+ )?
                                $( $rule(self, $( $argument ),+)?; )?
                                $( $( self.expect($to, $to_type)?; )+ )?
                                $( $( Operands::expect(&$read, self, $read_type)?; )+ )?
                            )?
                        }
                    )+
                    $( Instruction::$entry(index) => self.program.$list[index as usize].check(self)?, )+
                }
                Ok(())
            }
        }

        /// Writes an instruction, but for the registers that it writes.
        pub(crate) fn write_instruction(program: &Program, instruction: &Instruction, line: &mut Line) {
            match *instruction {
                $(
                    Instruction::$name { $( $( $( $part, )+ )? $( $( $to, )+ )? $( $( $read, )+ )? )? } => {
                        line.word($word);
                        $(
                            $( $( line.part(stringify!($part), &$part); )+ )?
                            // Registers that are written stand before the instruction.
                            $( $( let _ = $to; )+ )?
                            $( $( Operands::write(&$read, $read_type, line); )+ )?
                        )?
                    }
                )+
                $(
                    Instruction::$entry(index) => {
                        line.word($entry_word);
                        program.$list[index as usize].write(line);
                    }
                )+
            }
        }

        /// Reads an instruction that writes these registers, and adds its entry to the list that it refers to.
        pub(crate) fn read_instruction(
            program: &mut Program,
            reader: &mut Reader<'_>,
            mut targets: Registers,
        ) -> Result<Instruction, ParseError> {
            $(
                if reader.begins($word) {
                    $(
                        $( $( let $part: $ty = reader.part(stringify!($part))?; )+ )?
                        $( $( let $to = targets.next(reader)?; )+ )?
                        $(
                            let mut operands = reader.operands()?;
                            $( let $read: registers!($( $count )?) = Operands::read(&mut operands, reader)?; )+
                            operands.finish(reader)?;
                        )?
                    )?
                    targets.finish(reader)?;
                    return Ok(Instruction::$name { $( $( $( $part, )+ )? $( $( $to, )+ )? $( $( $read, )+ )? )? });
                }
            )+
            $(
                if reader.begins($entry_word) {
                    let index = program.$list.len() as u32;
                    program.$list.push(ListedText::read(reader, targets)?);
                    return Ok(Instruction::$entry(index));
                }
            )+
            reader.word("instruction", |_| None)
        }
    };
}

/// The [`Flow`](crate::Flow) with the name and the parts of an instruction that is [`Class::Control`](crate::Class::Control).
macro_rules! flow {
    (Control $name:ident { $( $part:ident, )* }) => {
        Flow::$name { $( $part ),* }
    };
    ($class:ident $name:ident { $( $part:ident, )* }) => {{
        $( let _ = $part; )*
        Flow::Next
    }};
}

/// One register, or so many.
macro_rules! registers {
    () => {
        Register
    };
    ($count:literal) => {
        [Register; $count]
    };
}
