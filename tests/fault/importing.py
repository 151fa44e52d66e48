"""importing: relaxctl makes OpenStreetMap data a map, where a link leads to another."""
import os
import re
import shutil
import stat

from life import CLEAR, Life

OLD_MODE = 0o640


class Importing(Life):
    """One life of `relaxctl import`. Its answer is the map."""

    def _furnish(self) -> None:
        os.link(os.path.join(self.maps, "1.osm.pbf"), os.path.join(self.folder, "town.osm.pbf"))
        self.output = os.path.join(self.folder, "town-then.rlx")
        os.symlink("town-then.rlx", os.path.join(self.folder, "town.rlx"))
        shutil.copyfile(os.path.join(self.maps, "town-2.rlx"), self.output)
        os.chmod(self.output, OLD_MODE)
        self.old = self._read_output()

    def _command(self) -> list[str]:
        return [os.environ["RELAXCTL"], "import", "town.osm.pbf", "--profile", "car,foot",
                "-o", "town.rlx"]

    def _read_output(self) -> bytes:
        with open(self.output, "rb") as file:
            return file.read()

    def _check_refusal(self, code: int, content: bytes) -> None:
        last = self._last_words()
        if code != 1:
            self.outcome.wrongs.append(f"left with {code}")
        if not CLEAR.search(last) or not re.match(r"relaxctl( import)?: ", last):
            self.outcome.wrongs.append(f"its last words are: {last}")
        # The name is the new map's; whether it outlives a power cut is not known.
        synced = "sync the folder" not in last
        if content != self.old and (synced or content != (self.expected or [b""])[0]):
            self.outcome.wrongs.append("the old map is not what it was")

    def _check_end(self, code: int) -> None:
        content = self._read_output()
        self.outcome.answers = [content]
        self.outcome.started = code == 0
        if code:
            self._check_refusal(code, content)
        elif content != (self.expected or [content])[0]:
            self.outcome.wrongs.append("the new map is not what it is without faults")
        if stat.S_IMODE(os.stat(self.output).st_mode) != OLD_MODE:
            self.outcome.wrongs.append("the map's mode is not what it was")
        if not os.path.islink(os.path.join(self.folder, "town.rlx")):
            self.outcome.wrongs.append("there is a file where the link to the map was")
        left = set(os.listdir(self.folder)) - {
            "town.osm.pbf", "town.rlx", "town-then.rlx", "report", "log"}
        if left:
            self.outcome.wrongs.append(f"leaves {left}")
