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
package org.rpcrdma.nic;

/** Tasks in the order they became due; any of them can be taken out. */
final class TaskQueue {
    private Task first;
    private Task last;

    boolean isEmpty() {
        return first == null;
    }

    void add(final Task task) {
        task.isQueued = true;
        task.previous = last;
        if (last == null) {
            first = task;
        } else {
            last.next = task;
        }
        last = task;
    }

    Task removeFirst() {
        final Task task = first;
        remove(task);
        return task;
    }

    void remove(final Task task) {
        if (task.previous == null) {
            first = task.next;
        } else {
            task.previous.next = task.next;
        }
        if (task.next == null) {
            last = task.previous;
        } else {
            task.next.previous = task.previous;
        }
        task.previous = null;
        task.next = null;
        task.isQueued = false;
    }
}
