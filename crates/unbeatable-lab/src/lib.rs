//! The lab: the whole workbench in a browser.
