//! What `worstcase bound` proved, for people: as text, as comments in the source, and as a page of its own with all functions
//! in a table and the source with the bounds beside its lines.
//!
//! All of them render one [`Bounds`](worstcase_bounds::Bounds). What more than one of them says is worded in one place.

mod annotate;
mod class;
mod listing;
mod page;
mod table;
mod text;
mod trust;
mod validation;
mod words;

pub use annotate::annotated;
pub use page::{Context, html};
pub use text::{begin, block, end, text};
