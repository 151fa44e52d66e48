"""example: what one can ask relaxd from Python.

usage: python3 example.py ADDRESS LON,LAT LON,LAT
  python3 example.py http://127.0.0.1:5000 -0.02,0.006 0.021,-0.005
"""

from __future__ import annotations

import sys
from typing import Tuple

from relaxd import Relaxd, RelaxdError


def read_place(text: str) -> Tuple[float, float]:
    longitude, latitude = text.split(",")
    return float(longitude), float(latitude)


def tell_route(relaxd: Relaxd, start: Tuple[float, float], end: Tuple[float, float]) -> None:
    route = relaxd.route([start, end], steps=True, nodes=False)
    if route["duration"] is None or route["distance"] is None:
        return print("route: there is none")
    print(f"route: {route['duration'] / 60:.1f} min, {route['distance'] / 1000:.1f} km")
    for step in route["legs"][0]["steps"]:
        print(f"  {step['distance']:7.0f} m  {step.get('instruction') or step['type']}")


def main() -> int:
    address, *texts = sys.argv[1:]
    start, end = map(read_place, texts)
    with Relaxd(address, timeout=10) as relaxd:
        try:
            status = relaxd.status()
            print(f"relaxd {status['version']} with {', '.join(one['name'] for one in status['maps'])}")
            tell_route(relaxd, start, end)
            nearest = relaxd.nearest(start)["roads"][0]
            print(f"nearest: {nearest['name'] or 'a road'}, {nearest['distance']:.0f} m away")
            for row in relaxd.table([start, end], [start, end], metrics=["duration"])["durations"]:
                print("table:", *row)
            areas = relaxd.isochrone([start], [60, 300])["features"]
            for area in areas:
                properties = area["properties"]
                print(f"within {properties['contour']} s: {properties['area'] / 1e6:.2f} km2")
        except RelaxdError as error:
            print(f"{error} {error.mend}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
