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
package org.rpcrdma.ibverbs.event;

/** A completion queue as its event loop sees it; both methods belong to the loop's thread. */
public interface LoopQueue {
    /** Notes an event that was taken from the completion channel, and calls the queue's handler. */
    void onEvent();

    /** Returns true if there is something to poll, a failure included; takes one completion out of the device's queue to see. */
    boolean hasCompletion();
}
