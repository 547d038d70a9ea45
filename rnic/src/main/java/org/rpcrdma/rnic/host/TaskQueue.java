// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.host;

/** A linked list of tasks in the order in which they became due. Any task can be removed. */
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
