// latest: asks one question at a time, and of those that come meanwhile the last.
//
// So a route follows the hand that drags its end as fast as it is answered, and no
// answer overtakes a later one. If each move called off the question before it, a quick
// hand would see no answer until it rests; what must not wait does so instead.

export class Latest {
    /** @type {AbortController | null} */
    #asked = null;
    /** @type {(() => Promise<void>) | null} */
    #next = null;
    #busy = false;

    /** Whether a later question waits for the one being asked. */
    get waiting() {
        return this.#next !== null;
    }

    /** Neither is called if the question is called off; `failed` neither if a later one
     * waits, whose answer will be shown instead. `now`: the one being asked is called off.
     * @template T
     * @param {(signal: AbortSignal) => Promise<T>} question
     * @param {(answer: T) => void} done
     * @param {(error: unknown) => void} failed
     * @param {boolean} [now] */
    ask(question, done, failed, now = false) {
        this.#next = async () => {
            const { signal } = (this.#asked = new AbortController());
            try {
                const answer = await question(signal);
                if (!signal.aborted) done(answer);
            } catch (error) {
                if (!signal.aborted && !this.waiting) failed(error);
            }
        };
        if (now) this.#asked?.abort();
        void this.#run();
    }

    /** Nobody waits for what was asked. */
    drop() {
        this.#next = null;
        this.#asked?.abort();
    }

    async #run() {
        if (this.#busy) return;
        this.#busy = true;
        while (this.#next) {
            const job = this.#next;
            this.#next = null;
            await job();
        }
        this.#busy = false;
    }
}
