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

import org.rpcrdma.verbs.AsyncEventType;

/** An object that takes its own failures, besides the device's handler of asynchronous events. */
public interface FailingObject {
    /**
     * Takes an asynchronous event of this object.
     *
     * <p>Thread-safe: the thread that took the event from the device calls it.
     */
    void onAsyncEvent(AsyncEventType type);
}
