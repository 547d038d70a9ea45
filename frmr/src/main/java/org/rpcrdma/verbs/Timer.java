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

/** A task with a time at which it runs once; armed again and again without allocation. Made by a {@link Clock}. */
public interface Timer {
    /**
     * Runs the task once, a delay from now. A time that was set before is replaced.
     *
     * @param delayNanos nanoseconds, 0 or more.
     */
    void arm(long delayNanos);

    /**
     * Forgets the time that was set. A task that has begun goes on.
     *
     * @return whether a time was set.
     */
    boolean cancel();

    /**
     * Whether a time is set that has not come yet.
     *
     * @return true from {@link #arm(long)} until the task begins or {@link #cancel()}.
     */
    boolean isArmed();
}
