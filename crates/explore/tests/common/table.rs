//! The path counts of WISE's table 1. They are a property of the algorithms, so ours have to be the same.

/// A program of the examples with sizes and path counts: those that a test can wait for, and the others.
pub struct Row {
    pub name: &'static str,
    pub quick: &'static [(u32, u64)],
    pub slow: &'static [(u32, u64)],
}

/// The table. The paper prints 102,247,562 for the binary search tree at 10, one less than the ordered Bell number;
/// its value at 8 is that number.
pub const TABLE: [Row; 9] = [
    Row {
        name: "sorted_list",
        quick: &[(1, 1), (2, 2), (3, 6), (4, 24), (5, 120), (8, 40_320)],
        slow: &[(10, 3_628_800)],
    },
    Row {
        name: "heap",
        quick: &[(1, 1), (2, 2), (3, 4), (4, 12), (5, 36), (10, 20_736)],
        slow: &[(15, 21_233_664)],
    },
    Row { name: "red_black_tree", quick: &[(1, 3), (2, 10), (3, 42), (4, 216), (5, 1320)], slow: &[] },
    Row { name: "quicksort", quick: &[(1, 1), (2, 2), (3, 6), (4, 24), (5, 120)], slow: &[] },
    Row {
        name: "binary_search_tree",
        quick: &[(1, 1), (2, 3), (3, 13), (4, 75), (5, 541)],
        slow: &[(8, 545_835)],
    },
    Row { name: "mergesort", quick: &[(1, 1), (2, 2), (3, 6), (4, 24), (5, 120)], slow: &[(10, 3_628_800)] },
    Row { name: "bellman_ford", quick: &[(1, 1), (2, 2), (3, 63)], slow: &[(4, 184_875)] },
    Row { name: "dijkstra", quick: &[(1, 1), (2, 1), (3, 4), (4, 56), (5, 2592)], slow: &[] },
    Row { name: "travelling_salesman", quick: &[(1, 1), (2, 1), (3, 3), (4, 297)], slow: &[] },
];
