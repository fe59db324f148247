//! What is derived means one thing, whatever the user's types are written with and whatever else has their names: what is proved is
//! what is read.

mod lifetimes;
mod places;
mod prefixed;
mod surroundings;
