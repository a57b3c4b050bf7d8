//! Where what a path names is defined.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;

use super::modules::Modules;

/// What a name or a path stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Referent {
    Module(usize),
    /// Something else, in the file of that number.
    Item(usize),
    /// Something of another crate.
    Outside,
}

/// Follows paths through modules and imports.
pub(super) struct Resolver<'m> {
    modules: &'m Modules,
    /// The file whose paths are followed.
    asking: Cell<usize>,
    /// Imports, by module and number, through which paths of other files go.
    through: RefCell<HashSet<(usize, usize)>>,
}

fn is_module(found: &Referent) -> bool {
    matches!(found, Referent::Module(_))
}

/// Names that are being looked up, by module.
type PendingNames = HashSet<(usize, String)>;

impl<'m> Resolver<'m> {
    pub(super) fn new(modules: &'m Modules) -> Self {
        Resolver {
            modules,
            asking: Cell::new(0),
            through: RefCell::default(),
        }
    }

    /// What a path of an import stands for: items, if there are any, or else modules.
    pub(super) fn resolve(&self, module: usize, path: &[String]) -> Vec<Referent> {
        self.asking.set(self.modules.all[module].file);
        let mut found = self.follow(module, path, &mut PendingNames::new());
        if found.iter().any(|found| !is_module(found)) {
            found.retain(|found| !is_module(found));
        }
        found
    }

    /// What a path in code stands for; nothing if it begins with an item, which is here or was imported.
    pub(super) fn resolve_code(&self, module: usize, path: &[String]) -> Vec<Referent> {
        self.asking.set(self.modules.all[module].file);
        let first = self.follow(module, &path[..1], &mut PendingNames::new());
        match first.iter().any(is_module) {
            true => self.resolve(module, path),
            false => vec![],
        }
    }

    /// What a name in a module stands for among all that an import with `*` brings in.
    pub(super) fn resolve_all(&self, module: usize, path: &[String], name: &str) -> Vec<Referent> {
        self.asking.set(self.modules.all[module].file);
        self.look_up_all(module, path, name, &mut PendingNames::new())
    }

    /// Whether a path of another file went through an import.
    pub(super) fn is_gone_through(&self, module: usize, import: usize) -> bool {
        self.through.borrow().contains(&(module, import))
    }

    fn follow(&self, from: usize, path: &[String], asked: &mut PendingNames) -> Vec<Referent> {
        let mut found = vec![];
        for (i, name) in path.iter().enumerate() {
            found = match (i, name.as_str()) {
                (0, "crate") => vec![Referent::Module(self.root(from))],
                (0, "self") => vec![Referent::Module(from)],
                (0, "super") => vec![self.parent(from)],
                (0, name) => match self.look_up(from, name, asked) {
                    found if found.is_empty() => vec![Referent::Outside],
                    found => found,
                },
                (_, "*") => found,
                (_, name) => self.step(found, name, asked),
            };
        }
        found
    }

    /// What a name stands for in what was found so far.
    fn step(&self, found: Vec<Referent>, name: &str, asked: &mut PendingNames) -> Vec<Referent> {
        let mut next = vec![];
        for module in found.iter().filter_map(|found| match found {
            Referent::Module(module) => Some(*module),
            _ => None,
        }) {
            match name {
                "super" => next.push(self.parent(module)),
                name => match self.look_up(module, name, asked) {
                    // A macro may have made it.
                    found if found.is_empty() => {
                        next.push(Referent::Item(self.modules.all[module].file));
                    }
                    found => next.extend(found),
                },
            }
        }
        // What belongs to an item is where the item is.
        if next.is_empty() { found } else { next }
    }

    /// What a name stands for in a module; nothing, if there is no such name.
    fn look_up(&self, index: usize, name: &str, asked: &mut PendingNames) -> Vec<Referent> {
        let module = &self.modules.all[index];
        let mut found = vec![];
        found.extend(
            module
                .modules
                .get(name)
                .map(|module| Referent::Module(*module)),
        );
        if module.items.contains(name) {
            found.push(Referent::Item(module.file));
        }
        if !asked.insert((index, name.into())) {
            return found;
        }
        for (number, import) in module.imports.iter().enumerate() {
            if import.name == name {
                if module.file != self.asking.get() {
                    self.through.borrow_mut().insert((index, number));
                }
                found.extend(self.follow(index, &import.path, asked));
            }
        }
        if found.is_empty() {
            for import in module.imports.iter().filter(|import| import.name == "*") {
                found.extend(self.look_up_all(index, &import.path, name, asked));
            }
        }
        asked.remove(&(index, name.into()));
        found
    }

    /// What a name stands for among all that an import with `*` brings in.
    fn look_up_all(
        &self,
        index: usize,
        path: &[String],
        name: &str,
        asked: &mut PendingNames,
    ) -> Vec<Referent> {
        let mut found = vec![];
        for source in self.follow(index, path, asked) {
            match source {
                Referent::Module(module) => found.extend(self.look_up(module, name, asked)),
                Referent::Outside => found.push(Referent::Outside),
                // The variants of an enum are capitalised.
                Referent::Item(_) => {}
            }
        }
        found
    }

    fn parent(&self, module: usize) -> Referent {
        let parent = self.modules.all[module].parent;
        parent.map_or(Referent::Outside, Referent::Module)
    }

    fn root(&self, mut module: usize) -> usize {
        while let Some(parent) = self.modules.all[module].parent {
            module = parent;
        }
        module
    }
}
