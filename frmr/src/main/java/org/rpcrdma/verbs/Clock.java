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
package org.rpcrdma.verbs;

/**
 * The one source of time and of timers. Virtual in a simulation, real on a real device; nothing else in the
 * library reads a clock or sleeps.
 */
public interface Clock {
    /**
     * The time now, of no fixed origin and never going back.
     *
     * @return nanoseconds.
     */
    long nanoTime();

    /**
     * Makes a timer that is not armed yet.
     *
     * @param task what runs when its time comes.
     * @return the timer.
     */
    Timer newTimer(Runnable task);
}
