//! Rules as gates: what follows from a position and from what is done, without search.
//!
//! Every gate is an 'and' of wires, and a wire is a gate or its opposite; so 'or' needs no gate of its own.
//! Equal gates are one gate.

use std::collections::HashMap;
use std::ops::Range;

use unbeatable_core::mixer::BuildMixer;

/// A gate, or its opposite: `2 * gate + 1` is the opposite.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Wire(pub u32);

impl Wire {
    /// Never on.
    pub const FALSE: Wire = Wire(0);
    /// Always on.
    pub const TRUE: Wire = Wire(1);

    /// The opposite.
    #[must_use]
    pub fn opposite(self) -> Wire {
        Wire(self.0 ^ 1)
    }

    /// This wire, or its opposite if it is not wanted.
    #[must_use]
    pub fn wanted(self, is_wanted: bool) -> Wire {
        Wire(self.0 ^ u32::from(!is_wanted))
    }

    /// The number of its gate.
    #[must_use]
    pub fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it is the opposite of its gate.
    #[must_use]
    pub fn is_opposite(self) -> bool {
        self.0 & 1 == 1
    }
}

/// A gate.
#[derive(Clone, Debug)]
pub enum Gate {
    /// Off: the first gate of all.
    Off,
    /// On if that input is.
    Input(u32),
    /// On if all of these wires are, at least two.
    All(Box<[Wire]>),
}

/// Gates, each behind those that it needs.
#[derive(Clone, Debug)]
pub struct Circuit {
    gates: Vec<Gate>,
    inputs: Vec<Wire>,
    known: HashMap<Box<[Wire]>, Wire, BuildMixer>,
    wires: usize,
    /// Inputs of which exactly one is on.
    choices: Vec<Range<u32>>,
}

impl Default for Circuit {
    fn default() -> Self {
        Circuit {
            gates: vec![Gate::Off],
            inputs: vec![],
            known: HashMap::default(),
            wires: 0,
            choices: vec![],
        }
    }
}

impl Circuit {
    /// The gates.
    #[must_use]
    pub fn gates(&self) -> &[Gate] {
        &self.gates
    }

    /// How many wires lead into gates: what a circuit weighs.
    #[must_use]
    pub fn weight(&self) -> usize {
        self.wires + self.gates.len()
    }

    /// The wire of an input.
    pub fn input(&mut self, number: u32) -> Wire {
        while self.inputs.len() <= number as usize {
            let input = self.inputs.len() as u32;
            self.gates.push(Gate::Input(input));
            self.inputs.push(Wire(2 * (self.gates.len() as u32 - 1)));
        }
        self.inputs[number as usize]
    }

    /// From now on exactly one of these inputs is on.
    pub fn choose_one(&mut self, inputs: Range<u32>) {
        self.choices.push(inputs);
    }

    fn choice_of(&self, wire: Wire) -> Option<usize> {
        let (input, _) = self.as_input(wire)?;
        self.choices
            .iter()
            .position(|choice| choice.contains(&input))
    }

    /// Uses that exactly one input of a choice is on: one that is on makes all words about the others idle,
    /// and if most of them are off, it is one of the rest.
    fn settle_choices(&mut self, wires: &mut Vec<Wire>) -> bool {
        for i in 0..self.choices.len() {
            let of: Vec<Wire> = wires
                .iter()
                .copied()
                .filter(|&wire| self.choice_of(wire) == Some(i))
                .collect();
            let mut on = of.iter().copied().filter(|wire| !wire.is_opposite());
            if let Some(one) = on.next() {
                if on.next().is_some() {
                    return false;
                }
                drop(on);
                wires.retain(|wire| *wire == one || *wire == one.opposite() || !of.contains(wire));
            } else if 2 * of.len() > self.choices[i].len() {
                let rest: Vec<Wire> = self.choices[i]
                    .clone()
                    .map(|input| self.inputs[input as usize])
                    .filter(|wire| !of.contains(&wire.opposite()))
                    .collect();
                wires.retain(|wire| !of.contains(wire));
                let rest = self.any(rest);
                wires.push(rest);
            }
        }
        true
    }

    /// The input that a wire is, and whether it is not its opposite.
    #[must_use]
    pub fn as_input(&self, wire: Wire) -> Option<(u32, bool)> {
        match self.gates[wire.gate()] {
            Gate::Input(number) => Some((number, !wire.is_opposite())),
            _ => None,
        }
    }

    /// On if all of these are.
    pub fn all(&mut self, mut wires: Vec<Wire>) -> Wire {
        // What is an 'and' itself is taken in, if it is small.
        let mut i = 0;
        while i < wires.len() {
            let wire = wires[i];
            match &self.gates[wire.gate()] {
                Gate::All(inner) if !wire.is_opposite() && inner.len() <= 8 => {
                    wires.swap_remove(i);
                    wires.extend_from_slice(inner);
                }
                _ => i += 1,
            }
        }
        wires.sort_unstable();
        wires.dedup();
        if !self.choices.is_empty() && !self.settle_choices(&mut wires) {
            return Wire::FALSE;
        }
        wires.sort_unstable();
        wires.dedup();
        if wires.first() == Some(&Wire::FALSE)
            || wires.windows(2).any(|two| two[0] == two[1].opposite())
        {
            return Wire::FALSE;
        }
        wires.retain(|&wire| wire != Wire::TRUE);
        match wires[..] {
            [] => return Wire::TRUE,
            [only] => return only,
            _ => {}
        }
        if let Some(&known) = self.known.get(&wires[..]) {
            return known;
        }
        let wires: Box<[Wire]> = wires.into();
        self.wires += wires.len();
        self.gates.push(Gate::All(wires.clone()));
        let wire = Wire(2 * (self.gates.len() as u32 - 1));
        self.known.insert(wires, wire);
        wire
    }

    /// On if any of these is.
    pub fn any(&mut self, wires: Vec<Wire>) -> Wire {
        let wires = wires.into_iter().map(Wire::opposite).collect();
        self.all(wires).opposite()
    }

    /// On if all wires of any of these products are. Wires that many products share are taken out.
    pub fn any_of_all(&mut self, mut products: Vec<Vec<Wire>>) -> Wire {
        products.iter_mut().for_each(|product| {
            product.sort_unstable();
            product.dedup();
        });
        products.sort_unstable();
        products.dedup();
        self.factored(products)
    }

    fn factored(&mut self, mut products: Vec<Vec<Wire>>) -> Wire {
        let mut alternatives = vec![];
        loop {
            if products.iter().any(Vec::is_empty) {
                return Wire::TRUE;
            }
            let mut counts: HashMap<Wire, u32, BuildMixer> = HashMap::default();
            for &wire in products.iter().flatten() {
                *counts.entry(wire).or_default() += 1;
            }
            let most = counts
                .iter()
                .map(|(&wire, &count)| (count, std::cmp::Reverse(wire)))
                .max();
            let Some((_, std::cmp::Reverse(shared))) = most.filter(|&(count, _)| count > 1) else {
                break;
            };
            let (with, without): (Vec<_>, Vec<_>) = products
                .into_iter()
                .partition(|product| product.binary_search(&shared).is_ok());
            let rest = with.into_iter().map(|mut product| {
                product.retain(|&wire| wire != shared);
                product
            });
            let rest = self.factored(rest.collect());
            alternatives.push(self.all(vec![shared, rest]));
            products = without;
        }
        for product in products {
            alternatives.push(self.all(product));
        }
        self.any(alternatives)
    }

    /// The wires of another circuit, written again here with some inputs given. `given` says what an input is;
    /// `done` remembers what was written.
    pub fn rewrite(
        &mut self,
        from: &Circuit,
        wire: Wire,
        given: &impl Fn(u32) -> Option<Wire>,
        done: &mut HashMap<usize, Wire, BuildMixer>,
    ) -> Wire {
        let mut open = vec![wire.gate()];
        while let Some(&gate) = open.last() {
            if done.contains_key(&gate) {
                open.pop();
                continue;
            }
            let written = match &from.gates[gate] {
                Gate::Off => Wire::FALSE,
                Gate::Input(number) => match given(*number) {
                    Some(wire) => wire,
                    None => self.input(*number),
                },
                Gate::All(wires) => {
                    let before = open.len();
                    open.extend(
                        wires
                            .iter()
                            .map(|wire| wire.gate())
                            .filter(|gate| !done.contains_key(gate)),
                    );
                    if open.len() > before {
                        continue;
                    }
                    let wires = wires
                        .iter()
                        .map(|wire| done[&wire.gate()].wanted(!wire.is_opposite()));
                    let wires = wires.collect();
                    self.all(wires)
                }
            };
            done.insert(gate, written);
            open.pop();
        }
        done[&wire.gate()].wanted(!wire.is_opposite())
    }

    /// Whether each gate is on, given the inputs.
    pub fn run(&self, input: impl Fn(u32) -> bool, on: &mut Vec<bool>) {
        on.clear();
        for gate in &self.gates {
            let is_on = match gate {
                Gate::Off => false,
                Gate::Input(number) => input(*number),
                Gate::All(wires) => wires
                    .iter()
                    .all(|&wire| on[wire.gate()] != wire.is_opposite()),
            };
            on.push(is_on);
        }
    }

    /// What is known of each gate, if that is known of the inputs.
    pub fn settled(&self, given: &dyn Fn(u32) -> Option<bool>) -> Vec<Option<bool>> {
        let mut known: Vec<Option<bool>> = Vec::with_capacity(self.gates.len());
        for gate in &self.gates {
            let is_on = match gate {
                Gate::Off => Some(false),
                Gate::Input(number) => given(*number),
                Gate::All(wires) => {
                    let mut all = Some(true);
                    for wire in wires {
                        match known[wire.gate()].map(|on| on != wire.is_opposite()) {
                            Some(true) => {}
                            Some(false) => {
                                all = Some(false);
                                break;
                            }
                            None => all = None,
                        }
                    }
                    all
                }
            };
            known.push(is_on);
        }
        known
    }

    /// The ways in which a wire is on, each a list of inputs with what they are; `None` if there are more than
    /// `most`.
    pub fn ways(&self, wire: Wire, most: usize) -> Option<Vec<Vec<Wire>>> {
        self.ways_of(wire, most, &mut (200 * most))
    }

    /// `work` is what it may still cost.
    fn ways_of(&self, wire: Wire, most: usize, work: &mut usize) -> Option<Vec<Vec<Wire>>> {
        *work = work.checked_sub(1)?;
        let ways = match &self.gates[wire.gate()] {
            Gate::Off if wire == Wire::TRUE => vec![vec![]],
            Gate::Off => vec![],
            Gate::Input(_) => vec![vec![wire]],
            Gate::All(wires) if wire.is_opposite() => {
                let mut ways = vec![];
                for wire in wires {
                    ways.extend(self.ways_of(wire.opposite(), most, work)?);
                    if ways.len() > most {
                        return None;
                    }
                }
                ways
            }
            Gate::All(wires) => {
                let mut ways: Vec<Vec<Wire>> = vec![vec![]];
                for &wire in wires {
                    let more = self.ways_of(wire, most, work)?;
                    let mut joined = vec![];
                    for (a, b) in ways.iter().flat_map(|a| more.iter().map(move |b| (a, b))) {
                        let mut both = [&a[..], &b[..]].concat();
                        *work = work.checked_sub(1)?;
                        both.sort_unstable();
                        both.dedup();
                        if !both.windows(2).any(|two| two[0] == two[1].opposite()) {
                            joined.push(both);
                        }
                        if joined.len() > most {
                            return None;
                        }
                    }
                    ways = joined;
                }
                ways
            }
        };
        *work = work.checked_sub(ways.len() * ways.len() / 64)?;
        Some(least(ways))
    }
}

/// Without ways that are special cases of others.
fn least(mut ways: Vec<Vec<Wire>>) -> Vec<Vec<Wire>> {
    ways.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    ways.dedup();
    let mut kept: Vec<Vec<Wire>> = vec![];
    for way in ways {
        let is_special = kept
            .iter()
            .any(|other| other.iter().all(|wire| way.binary_search(wire).is_ok()));
        if !is_special {
            kept.push(way);
        }
    }
    kept
}
