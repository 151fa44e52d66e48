// latest: asks one question at a time, and of those that come meanwhile the last.
//
// So a route follows the hand that drags its end as fast as it is answered, and
// no answer overtakes a later one.

export class Latest {
    #busy = false;
    #next: (() => Promise<void>) | null = null;
    #generation = 0;

    // Whether a later question waits for the one being asked.
    get waiting(): boolean {
        return this.#next !== null;
    }

    // Neither is called if drop() was called meanwhile; `failed` neither if a later
    // question waits, whose answer will be shown instead.
    ask<T>(question: () => Promise<T>, done: (answer: T) => void, failed: (error: unknown) => void): void {
        const generation = this.#generation;
        const current = () => generation === this.#generation;
        const job = async () => {
            try {
                const answer = await question();
                if (current()) done(answer);
            } catch (error) {
                if (current() && !this.waiting) failed(error);
            }
        };

        this.#next = job;
        void this.#run();
    }

    // Nobody waits for what was asked.
    drop(): void {
        this.#generation++;
        this.#next = null;
    }

    async #run(): Promise<void> {
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
