"""The notebooks run from start to end, and show their pictures."""

import re
from pathlib import Path

import pytest

import unbeatable

nbformat = pytest.importorskip("nbformat")

NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))
NAMES = [path.stem for path in NOTEBOOKS]

#: A path from the root of a disc, or from somebody's home.
ABSOLUTE = re.compile(r"""(?:^|[\s"'(=])(?:/[A-Za-z_]|~/|[A-Za-z]:\\)""", re.MULTILINE)


def read(path):
    return nbformat.read(path, as_version=4)


def test_notebooks_are_found():
    assert {"connect-four", "minimax-and-alpha-beta", "smallest-table", "your-own-game"} <= set(NAMES)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_notebook_is_kept_clean(path):
    notebook = read(path)
    nbformat.validate(notebook)
    assert notebook.metadata.kernelspec.name == "python3"
    for cell in notebook.cells:
        assert not ABSOLUTE.search(cell.source), cell.source
        if cell.cell_type == "code":
            assert cell.outputs == []
            assert cell.execution_count is None


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_notebook_runs(path, monkeypatch):
    nbclient = pytest.importorskip("nbclient")
    for name in ["ipykernel", "matplotlib", "pandas"]:
        pytest.importorskip(name)
    # The package that is tested here, installed or not.
    monkeypatch.setenv("PYTHONPATH", str(Path(unbeatable.__file__).parent.parent))
    monkeypatch.delenv("MPLBACKEND", raising=False)

    notebook = read(path)
    client = nbclient.NotebookClient(
        notebook,
        timeout=300,
        kernel_name="python3",
        resources={"metadata": {"path": str(path.parent)}},
    )
    client.execute()

    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert [output for output in outputs if output.output_type == "error"] == []
    shown = [output.data for output in outputs if "data" in output]
    assert any("image/png" in data for data in shown), "no plot"
    assert any("<svg" in data.get("text/html", "") for data in shown), "no board"
