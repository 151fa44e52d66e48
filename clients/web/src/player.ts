// player: a time that runs from 0 to an end, may be stopped, sped up and moved.

const SHORTEST_MS = 2600;
const LONGEST_MS = 7000;
const PHASE_MS = 45;

export class Player {
    now = 0;
    end = 0;
    speed = 1;
    #last: number | null = null; // when the frame before was; null: it stands
    #frame = 0;

    /** `changed`: the time moved, or it began or ceased to run. */
    constructor(private readonly changed: () => void) {}

    get playing(): boolean {
        return this.#last !== null;
    }

    get ended(): boolean {
        return this.now >= this.end;
    }

    // Something new, from its beginning; or at its end where motion is unwanted.
    load(end: number): void {
        this.stop();
        this.end = end;
        if (matchMedia('(prefers-reduced-motion: reduce)').matches) this.seek(end);
        else this.play(true);
    }

    play(again = this.ended): void {
        if (again) this.now = 0;
        if (this.playing) return;
        this.#last = performance.now();
        this.#frame = requestAnimationFrame((time) => this.#step(time));
        this.changed();
    }

    stop(): void {
        if (!this.playing) return;
        cancelAnimationFrame(this.#frame);
        this.#last = null;
        this.changed();
    }

    toggle(): void {
        if (this.playing) this.stop();
        else this.play();
    }

    seek(now: number): void {
        this.now = Math.min(this.end, Math.max(0, now));
        this.changed();
    }

    #step(time: number): void {
        const whole = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, this.end * PHASE_MS)) / this.speed;
        // A hidden page has no frames: it goes on from where it was left.
        const passed = Math.min(100, Math.max(0, time - (this.#last ?? time)));

        this.#last = time;
        this.now = Math.min(this.end, this.now + (passed / whole) * this.end);
        if (this.ended) this.#last = null;
        else this.#frame = requestAnimationFrame((next) => this.#step(next));
        this.changed();
    }
}
