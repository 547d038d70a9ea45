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
package org.rpcrdma.ibverbs.device;

import org.rpcrdma.verbs.Wakeup;

/** An event loop as asynchronous events see it. */
public interface AsyncLoop {
    /** Returns a wakeup that any thread may use to have the task run by this loop. */
    Wakeup newWakeup(Runnable task);

    /**
     * Begins or ends a watch for asynchronous events; the loop looks at their descriptor while there is any.
     *
     * @param watches true to begin one.
     */
    void watchAsync(boolean watches);
}
