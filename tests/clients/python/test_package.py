"""test_package: a wheel and an sdist of clients/python, built offline, have what they should.

Meson gives SOURCE_ROOT.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

BUILD = "from setuptools import build_meta as b; b.build_wheel('made'); b.build_sdist('made')"


def main():
    missing = [name for name in ("setuptools", "wheel") if not importlib.util.find_spec(name)]
    if missing:
        print(f"skipped: python has no {' and no '.join(missing)}; apt-get install python3-setuptools python3-wheel")
        return 77
    with tempfile.TemporaryDirectory() as scratch:
        # A copy, since setuptools builds where the source is.
        folder = os.path.join(scratch, "python")
        shutil.copytree(os.path.join(os.environ["SOURCE_ROOT"], "clients", "python"), folder)
        os.mkdir(os.path.join(folder, "made"))
        built = subprocess.run([sys.executable, "-c", BUILD], cwd=folder, capture_output=True, text=True, check=False)
        assert built.returncode == 0, built.stderr
        made = [os.path.join(folder, "made", name) for name in sorted(os.listdir(os.path.join(folder, "made")))]
        (wheel,), (sdist,) = ([path for path in made if path.endswith(end)] for end in (".whl", ".tar.gz"))
        files = zipfile.ZipFile(wheel).namelist()
        assert [name for name in files if ".dist-info" not in name] == ["relaxd/__init__.py", "relaxd/py.typed"], files
        assert any(name.endswith("/README.md") for name in tarfile.open(sdist).getnames()), sdist
        # What is in the wheel works by itself.
        told = subprocess.run(
            [sys.executable, "-c", "import relaxd; print(relaxd.__file__, relaxd.Relaxd.isochrone.__name__)"],
            env={**os.environ, "PYTHONPATH": wheel}, cwd=scratch, capture_output=True, text=True, check=False,
        )
        assert told.stdout.split() == [f"{wheel}/relaxd/__init__.py", "isochrone"], told
        print("ok -", *(os.path.basename(path) for path in (wheel, sdist)))
    return 0


sys.exit(main())
