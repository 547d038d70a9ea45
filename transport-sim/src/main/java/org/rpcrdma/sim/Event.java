/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.sim;

/**
 * Something that happens at a point in virtual time. An event is owned and reused by whoever schedules it: the queue
 * only links it in, so that scheduling allocates nothing. It can be scheduled again from its own {@link #fire()}.
 */
public abstract class Event {
    static final int NOT_SCHEDULED = -1;

    /** Where it is in the heap: its number among all that came there; of equal times the lower one is first. */
    long sequence;
    /** When it is to happen, where it is in the wheel. */
    long time;
    /** Its span in the {@link EventWheel}, or behind all of those its index in the {@link EventHeap}. */
    int place = NOT_SCHEDULED;

    /** Where it is in the wheel: the next of its span, null behind the last one. */
    Event next;

    /** The one that was injected before, while neither is scheduled. */
    Event injectedBefore;

    /** Makes an event that is not scheduled. */
    protected Event() {}

    /** What happens. The simulation's clock stands at the event's time. */
    protected abstract void fire();

    /**
     * Whether the event waits in a simulation's queue.
     *
     * @return true from scheduling it until it fires or is cancelled.
     */
    public final boolean isScheduled() {
        return place != NOT_SCHEDULED;
    }
}
