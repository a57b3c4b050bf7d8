//! Rules as clauses: a head that holds if a body does.

use std::collections::HashMap;

use crate::complaint::{Complaint, Span};
use crate::expression::{Expression, ExpressionForm};

/// A word of the rules: the name of a relation, a function or a thing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol(pub u32);

/// The names that have a meaning in GDL come first, in this order.
const KEYWORDS: [&str; 16] = [
    "role", "init", "true", "does", "next", "legal", "goal", "terminal", "distinct", "base",
    "input", "not", "or", "and", "<=", "sees",
];

impl Symbol {
    /// Who plays.
    pub const ROLE: Symbol = Symbol(0);
    /// What is true at the start.
    pub const INIT: Symbol = Symbol(1);
    /// What is true now.
    pub const TRUE: Symbol = Symbol(2);
    /// What a role does now.
    pub const DOES: Symbol = Symbol(3);
    /// What is true after that.
    pub const NEXT: Symbol = Symbol(4);
    /// What a role may do.
    pub const LEGAL: Symbol = Symbol(5);
    /// What a role gets at the end.
    pub const GOAL: Symbol = Symbol(6);
    /// The game is over.
    pub const TERMINAL: Symbol = Symbol(7);
    /// Two terms are not the same one.
    pub const DISTINCT: Symbol = Symbol(8);
    /// What may ever be true: a comment in the form of rules.
    pub const BASE: Symbol = Symbol(9);
    /// What may ever be done: a comment in the form of rules.
    pub const INPUT: Symbol = Symbol(10);
    const NOT: Symbol = Symbol(11);
    const OR: Symbol = Symbol(12);
    const AND: Symbol = Symbol(13);
    const IF: Symbol = Symbol(14);
    const SEES: Symbol = Symbol(15);

    /// How many arguments it takes, if it has a meaning in GDL.
    #[must_use]
    pub fn arity(self) -> Option<usize> {
        match self {
            Symbol::ROLE | Symbol::INIT | Symbol::TRUE | Symbol::NEXT | Symbol::BASE => Some(1),
            Symbol::DOES | Symbol::LEGAL | Symbol::GOAL | Symbol::DISTINCT | Symbol::INPUT => {
                Some(2)
            }
            Symbol::TERMINAL => Some(0),
            _ => None,
        }
    }
}

/// All names of a file.
#[derive(Clone, Debug)]
pub struct Symbols {
    texts: Vec<String>,
    numbers: HashMap<String, Symbol>,
}

impl Default for Symbols {
    fn default() -> Self {
        let mut names = Symbols {
            texts: vec![],
            numbers: HashMap::new(),
        };
        KEYWORDS.iter().for_each(|word| {
            names.add(word);
        });
        names
    }
}

impl Symbols {
    /// The name of that text.
    pub fn add(&mut self, text: &str) -> Symbol {
        if let Some(&name) = self.numbers.get(text) {
            return name;
        }
        let name = Symbol(u32::try_from(self.texts.len()).expect("a file has fewer words"));
        self.texts.push(text.into());
        self.numbers.insert(text.into(), name);
        name
    }

    /// The name of that text, if the file has it.
    #[must_use]
    pub fn find(&self, text: &str) -> Option<Symbol> {
        self.numbers.get(text).copied()
    }

    /// The text of a name.
    #[must_use]
    pub fn text(&self, name: Symbol) -> &str {
        &self.texts[name.0 as usize]
    }
}

/// A term of a clause.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum RuleTerm {
    /// The variable with that number in its clause.
    Variable(u16),
    /// A name with its arguments; a thing has none.
    Compound(Symbol, Vec<RuleTerm>),
}

/// A relation with its arguments.
#[derive(Clone, Debug)]
pub struct Atom {
    /// The relation.
    pub relation: Symbol,
    /// Its arguments.
    pub arguments: Vec<RuleTerm>,
    /// Where it stands.
    pub span: Span,
}

/// A condition of a clause.
#[derive(Clone, Debug)]
pub enum ClauseLiteral {
    /// It holds.
    Holds(Atom),
    /// It does not hold.
    Fails(Atom),
    /// Both terms are the same one, or they are not.
    Compares(RuleTerm, RuleTerm, bool, Span),
}

/// A head that holds if all of a body does.
#[derive(Clone, Debug)]
pub struct Clause {
    /// What follows.
    pub head: Atom,
    /// What it follows from.
    pub body: Vec<ClauseLiteral>,
    /// The names of the variables, by number.
    pub variables: Vec<String>,
    /// Where the whole rule stands.
    pub span: Span,
}

/// Rules with alternatives become a clause for each; there may be no more of one rule.
const ALTERNATIVES_MAX: usize = 1024;

/// All clauses of a file.
#[derive(Clone, Debug, Default)]
pub struct ClauseList {
    /// The clauses in the order of the file.
    pub list: Vec<Clause>,
    /// The names.
    pub names: Symbols,
}

/// Reads all rules of a file.
pub fn clauses(items: &[Expression]) -> Result<ClauseList, Complaint> {
    let mut reader = ClauseReader {
        names: Symbols::default(),
        variables: vec![],
    };
    let mut list = vec![];
    for item in items {
        reader.variables.clear();
        let (head, body) = match &item.form {
            ExpressionForm::List(within, _) if is_word(within.first(), "<=") => match within.get(1)
            {
                Some(head) => (head, &within[2..]),
                None => {
                    return Err(Complaint::at(
                        &item.span,
                        "expected what follows behind '<=', found ')'",
                    )
                    .but("write (<= HEAD CONDITION ...)"));
                }
            },
            _ => (item, &[][..]),
        };
        let head = reader.atom(head)?;
        match head.relation {
            Symbol::TRUE | Symbol::DOES => {
                let [wrong, right] = match head.relation {
                    Symbol::TRUE => ["true", "next or init"],
                    _ => ["does", "legal"],
                };
                return Err(Complaint::at(
                    &head.span,
                    format!("'{wrong}' cannot follow from a rule: it is given by the position"),
                )
                .but(format!("write a rule for {right}")));
            }
            Symbol::DISTINCT => {
                return Err(Complaint::at(
                    &head.span,
                    "'distinct' cannot follow from a rule",
                ));
            }
            Symbol::SEES => {
                return Err(Complaint::at(
                    &head.span,
                    "games in which not everybody sees everything cannot be solved here",
                ));
            }
            _ => {}
        }
        let mut bodies = vec![vec![]];
        for condition in body {
            let alternatives = reader.condition(condition, true)?;
            bodies = product(bodies, &alternatives, &item.span)?;
        }
        for body in bodies {
            list.push(Clause {
                head: head.clone(),
                body,
                variables: reader.variables.clone(),
                span: item.span.clone(),
            });
        }
    }
    let names = reader.names;
    Ok(ClauseList { list, names })
}

fn is_word(item: Option<&Expression>, word: &str) -> bool {
    item.is_some_and(|item| matches!(&item.form, ExpressionForm::Word(text) if text == word))
}

/// Every body followed by every alternative.
fn product(
    bodies: Vec<Vec<ClauseLiteral>>,
    alternatives: &[Vec<ClauseLiteral>],
    span: &Span,
) -> Result<Vec<Vec<ClauseLiteral>>, Complaint> {
    if bodies.len() * alternatives.len() > ALTERNATIVES_MAX {
        return Err(Complaint::at(span, format!("expected at most {ALTERNATIVES_MAX} ways to meet the conditions of a rule, found more"))
            .but("give what is inside 'or' a name of its own"));
    }
    let joined = bodies.iter().flat_map(|body| {
        let both = |way: &Vec<ClauseLiteral>| body.iter().chain(way).cloned().collect();
        alternatives.iter().map(both)
    });
    Ok(joined.collect())
}

struct ClauseReader {
    names: Symbols,
    variables: Vec<String>,
}

impl ClauseReader {
    /// What a condition may be met by: a list of alternatives, each of them a list of literals.
    fn condition(
        &mut self,
        item: &Expression,
        is_wanted: bool,
    ) -> Result<Vec<Vec<ClauseLiteral>>, Complaint> {
        let ExpressionForm::List(within, _) = &item.form else {
            return Ok(vec![vec![self.literal(item, is_wanted)?]]);
        };
        let Some(ExpressionForm::Word(word)) = within.first().map(|first| &first.form) else {
            return Err(Complaint::at(
                &item.span,
                "expected the name of a relation behind '('",
            ));
        };
        let arguments = &within[1..];
        match (word.as_str(), arguments) {
            ("not", [only]) => self.condition(only, !is_wanted),
            ("not", _) => Err(Complaint::at(
                &item.span,
                format!(
                    "expected one condition behind 'not', found {}",
                    arguments.len()
                ),
            )),
            ("or" | "and", []) => Err(Complaint::at(
                &item.span,
                format!("expected a condition behind '{word}', found ')'"),
            )),
            ("or" | "and", _) => {
                // What is not wanted turns one into the other (De Morgan).
                let is_choice = (word == "or") == is_wanted;
                let mut ways = if is_choice { vec![] } else { vec![vec![]] };
                for argument in arguments {
                    let met = self.condition(argument, is_wanted)?;
                    if is_choice {
                        ways.extend(met);
                    } else {
                        ways = product(ways, &met, &item.span)?;
                    }
                    if ways.len() > ALTERNATIVES_MAX {
                        ways = product(ways, &[vec![]], &item.span)?;
                    }
                }
                Ok(ways)
            }
            ("<=", _) => Err(
                Complaint::at(&item.span, "a rule cannot stand inside another")
                    .but("look for a ')' that is missing before it"),
            ),
            _ => Ok(vec![vec![self.literal(item, is_wanted)?]]),
        }
    }

    fn literal(&mut self, item: &Expression, is_wanted: bool) -> Result<ClauseLiteral, Complaint> {
        let mut atom = self.atom(item)?;
        match (atom.relation, is_wanted) {
            (Symbol::DISTINCT, _) => {
                let [b, a] = [atom.arguments.pop(), atom.arguments.pop()];
                let [a, b] = [a, b].map(|term| term.expect("distinct has two arguments"));
                Ok(ClauseLiteral::Compares(a, b, !is_wanted, atom.span))
            }
            (Symbol::INIT | Symbol::NEXT, _) => {
                let word = self.names.text(atom.relation);
                Err(
                    Complaint::at(&atom.span, format!("'{word}' cannot be a condition"))
                        .but("write true for what holds now"),
                )
            }
            (_, true) => Ok(ClauseLiteral::Holds(atom)),
            (_, false) => Ok(ClauseLiteral::Fails(atom)),
        }
    }

    fn atom(&mut self, item: &Expression) -> Result<Atom, Complaint> {
        let span = item.span.clone();
        let term = self.term(item)?;
        let RuleTerm::Compound(relation, arguments) = term else {
            return Err(Complaint::at(
                &span,
                "expected a relation, found a variable",
            ));
        };
        let word = self.names.text(relation);
        if matches!(
            relation,
            Symbol::NOT | Symbol::OR | Symbol::AND | Symbol::IF
        ) {
            return Err(Complaint::at(
                &span,
                format!("expected a relation, found '{word}'"),
            ));
        }
        if word.parse::<f64>().is_ok() {
            return Err(Complaint::at(
                &span,
                format!("expected a relation, found the number {word}"),
            ));
        }
        if let Some(arity) = relation.arity().filter(|&arity| arity != arguments.len()) {
            let expected = match arity {
                0 => "no argument",
                1 => "one argument",
                _ => "two arguments",
            };
            return Err(Complaint::at(
                &span,
                format!(
                    "expected {expected} behind '{word}', found {}",
                    arguments.len()
                ),
            ));
        }
        Ok(Atom {
            relation,
            arguments,
            span,
        })
    }

    fn term(&mut self, item: &Expression) -> Result<RuleTerm, Complaint> {
        match &item.form {
            ExpressionForm::Word(word) if word.starts_with('?') => {
                if word.len() == 1 {
                    return Err(Complaint::at(
                        &item.span,
                        "expected the name of a variable behind '?'",
                    ));
                }
                let known = self.variables.iter().position(|known| known == word);
                let number = known.unwrap_or_else(|| {
                    self.variables.push(word.clone());
                    self.variables.len() - 1
                });
                match u16::try_from(number) {
                    Ok(number) => Ok(RuleTerm::Variable(number)),
                    Err(_) => Err(Complaint::at(
                        &item.span,
                        "expected fewer variables in a rule",
                    )),
                }
            }
            ExpressionForm::Word(word) => Ok(RuleTerm::Compound(self.names.add(word), vec![])),
            ExpressionForm::List(within, _) => match within.split_first() {
                None => Err(Complaint::at(
                    &item.span,
                    "expected a name between '(' and ')'",
                )),
                Some((first, rest)) => match &first.form {
                    ExpressionForm::Word(word) if !word.starts_with('?') => {
                        let name = self.names.add(word);
                        let arguments: Result<_, _> =
                            rest.iter().map(|term| self.term(term)).collect();
                        Ok(RuleTerm::Compound(name, arguments?))
                    }
                    ExpressionForm::Word(_) => Err(Complaint::at(
                        &first.span,
                        "expected a name behind '(', found a variable",
                    )),
                    ExpressionForm::List(..) => Err(Complaint::at(
                        &first.span,
                        "expected a name behind '(', found another '('",
                    )
                    .but("look for a '(' too many, or for a ')' that is missing before it")),
                },
            },
        }
    }
}

impl RuleTerm {
    /// Calls `each` with every variable.
    pub fn variables(&self, each: &mut impl FnMut(u16)) {
        match self {
            RuleTerm::Variable(number) => each(*number),
            RuleTerm::Compound(_, arguments) => {
                arguments.iter().for_each(|term| term.variables(each))
            }
        }
    }
}

impl Atom {
    /// Calls `each` with every variable.
    pub fn variables(&self, mut each: impl FnMut(u16)) {
        self.arguments
            .iter()
            .for_each(|term| term.variables(&mut each));
    }
}

/// A relation is its name with how many arguments it takes.
pub type Relation = (Symbol, usize);

impl Atom {
    /// Its relation.
    #[must_use]
    pub fn of(&self) -> Relation {
        (self.relation, self.arguments.len())
    }
}

impl ClauseLiteral {
    /// The atom that it speaks of, if it is no comparison.
    #[must_use]
    pub fn atom(&self) -> Option<&Atom> {
        match self {
            ClauseLiteral::Holds(atom) | ClauseLiteral::Fails(atom) => Some(atom),
            ClauseLiteral::Compares(..) => None,
        }
    }
}
