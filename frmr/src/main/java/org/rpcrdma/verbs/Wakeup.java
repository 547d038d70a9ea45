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
 * A way into an {@link EventLoop} for other threads: has a task of the loop's run on the loop's thread (on a real
 * device an {@code eventfd(2)} that the loop polls). Belongs to its loop and holds nothing that is to be given back.
 */
@FunctionalInterface
public interface Wakeup {
    /**
     * Has the task run soon. Any number of calls before it begins make one run. What the calling thread did before is
     * seen by the task. Thread-safe; takes no lock and allocates nothing.
     */
    void wake();
}
