//! Where a session lives: in the thread that uses it.
//!
//! Z3's objects must stay in one thread, and the `z3` crate sees to it: they are not `Send`. A solver is, since it
//! may be made here and used there. So the solver holds only a key, and its session lies in a table of the thread.
//! If the solver turns up in another thread, it gets a new session there; that costs a few milliseconds and no
//! answer, as a session can be rebuilt from any question. What it leaves behind is dropped when the thread next
//! makes a session, or ends.
//!
//! Each session has a context of its own, so that answers depend on nothing but what the solver was asked: Z3 orders
//! operands by the numbers that a context gave to its expressions.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::thread::{self, ThreadId};

use rustc_hash::FxHashMap;
use z3::{Config, Context, with_z3_config, with_z3_context};

use super::question::{Question, Reply};
use super::session::Session;

thread_local! {
    static SESSIONS: RefCell<FxHashMap<u64, Resident>> = RefCell::default();
}

#[derive(Debug)]
struct Resident {
    /// Dead once its solver is gone or has moved on.
    owner: Weak<()>,
    context: Context,
    session: Session,
}

/// The key to a session.
#[derive(Debug, Default)]
pub struct Home {
    current: Option<Key>,
}

#[derive(Debug)]
struct Key {
    number: u64,
    thread: ThreadId,
    owner: Arc<()>,
}

impl Home {
    /// What the session says to a question.
    pub fn check(&mut self, question: &Question) -> Reply {
        self.enter(|session| session.check(question))
    }

    /// Places among the assertions of some that contradict each other.
    pub fn core(&mut self, question: &Question) -> Vec<usize> {
        self.enter(|session| session.core(question))
    }

    /// Does something with the session.
    fn enter<R: Send + Sync>(&mut self, work: impl FnOnce(&mut Session) -> R + Send + Sync) -> R {
        let number = self.settle();
        let context = SESSIONS.with_borrow(|sessions| sessions[&number].context.clone());
        with_z3_context(&context, || {
            SESSIONS.with_borrow_mut(|sessions| {
                let resident = sessions.get_mut(&number).expect("the session was made in this thread");
                work(&mut resident.session)
            })
        })
    }

    /// The key to a session in this thread.
    fn settle(&mut self) -> u64 {
        let thread = thread::current().id();
        if let Some(key) = &self.current
            && key.thread == thread
        {
            return key.number;
        }
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let (number, owner) = (NEXT.fetch_add(1, Ordering::Relaxed), Arc::new(()));
        let guest = Arc::downgrade(&owner);
        self.current = Some(Key { number, thread, owner });
        SESSIONS.with_borrow_mut(|sessions| sessions.retain(|_, resident| resident.owner.strong_count() > 0));
        with_z3_config(&Config::new(), || {
            let resident =
                Resident { owner: guest, context: Context::thread_local(), session: Session::new() };
            SESSIONS.with_borrow_mut(|sessions| sessions.insert(number, resident));
        });
        number
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let Some(key) = self.current.take() else { return };
        drop(key.owner);
        if key.thread == thread::current().id() {
            // There is no table any more if the thread is ending, and then there is nothing to do.
            let _ = SESSIONS.try_with(|sessions| sessions.borrow_mut().remove(&key.number));
        }
    }
}
