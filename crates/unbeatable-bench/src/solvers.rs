//! The solvers that there are.

use unbeatable_report::report::SolverReport;

/// Every solver.
pub const SOLVERS: &[SolverReport] = &[
    SolverReport {
        name: "minimax",
        summary: "walks every move sequence and remembers nothing",
        source: "Zermelo 1913; von Neumann 1928",
        options: &[],
    },
    SolverReport {
        name: "alpha-beta",
        summary: "leaves out what cannot matter; by default with a table, symmetry, analyses and \
                  null windows",
        source: "Knuth and Moore 1975",
        options: &[
            "order", "plain", "table", "symmetry", "analysis", "scout", "deepen", "fail", "window",
        ],
    },
    SolverReport {
        name: "pn",
        summary: "goes where a proof looks nearest, best first, with a tree in memory; not for \
                  games where history matters",
        source: "Allis, van der Meulen and van den Herik 1994",
        options: &["order", "plain", "analysis"],
    },
    SolverReport {
        name: "df-pn",
        summary: "goes where a proof looks nearest, and proves yes/no questions; where history \
                  matters, its proofs say what they depend on",
        source: "Nagai 2002; Kishimoto and Müller 2004",
        options: &["plain", "symmetry", "analysis"],
    },
    SolverReport {
        name: "backward",
        summary: "solves every reachable position once, ends first: all best moves, and distances",
        source: "backward induction; Lomont 2024 calls it a frontier search",
        options: &["plain", "symmetry"],
    },
    SolverReport {
        name: "formula",
        summary: "searches nothing: nim, and normal play of subtract, kayles, dawson and octal, \
                  by the sum of their nimbers",
        source: "Bouton 1901; Sprague 1935; Grundy 1939",
        options: &[],
    },
];
