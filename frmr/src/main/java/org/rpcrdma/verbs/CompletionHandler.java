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

/** What an {@link EventLoop} calls when a completion queue that was armed has something to poll. */
@FunctionalInterface
public interface CompletionHandler {
    /**
     * The queue was armed and has received a completion since. The handler polls it empty, arms it again and
     * polls once more: a completion that came in between raises no second event.
     *
     * @param queue the completion queue.
     */
    void onCompletionEvent(CompletionQueue queue);
}
