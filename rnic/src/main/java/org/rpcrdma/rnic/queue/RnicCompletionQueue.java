// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.rnic.host.EventSource;
import org.rpcrdma.rnic.host.HostLoop;
import org.rpcrdma.rnic.host.Task;
import org.rpcrdma.rnic.port.DeviceLimits;
import org.rpcrdma.rnic.port.DeviceProfile;
import org.rpcrdma.verbs.CompletionHandler;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/** A completion queue: a ring of completions, and the events that the queue raises when it is armed. */
public final class RnicCompletionQueue implements CompletionQueue, EventSource {
    private final CompletionQueues owner;
    private final DeviceProfile device;
    private final HostLoop loop;
    private final CompletionRing ring;
    private final CompletionEvents events;
    private final CompletionListener listener;
    private final int entrySize;
    private final List<CompletionQueueUser> users = new ArrayList<>(1);
    private int capacity;
    private boolean isOverrun;
    private boolean isClosed;

    RnicCompletionQueue(
            final CompletionQueues owner,
            final int entries,
            final int entrySize,
            final HostLoop loop,
            final CompletionHandler handler) {
        this.owner = owner;
        this.loop = loop;
        this.entrySize = entrySize;
        device = owner.device();
        listener = owner.listener();
        capacity = device.personality().granted(entries);
        ring = owner.newRing(capacity, entrySize / 2);
        events = owner.newEvents(loop, new Task() {
            @Override
            public void run() {
                owner.meter().completionEvent(ring.beginsFlushed());
                handler.onCompletionEvent(RnicCompletionQueue.this);
            }
        });
    }

    CompletionQueues owner() {
        return owner;
    }

    /** Returns the entry that callers fill before they call {@link #add}. */
    public CompletionEntry entry() {
        return owner.entry();
    }

    @Override
    public int poll(final Completions batch) {
        batch.clear();
        checkUsable();
        final int count = ring.poll(batch);
        owner.meter().polled(batch);
        return count;
    }

    @Override
    public void arm() {
        checkUsable();
        events.arm();
    }

    @Override
    public void armSolicited() {
        checkUsable();
        events.armSolicited();
    }

    @Override
    public void resize(final int entries) {
        checkUsable();
        DeviceLimits.check("entries", entries, device.attributes().maxCqe());
        if (entries < ring.size()) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "completions do not fit into the new size: entries=" + entries + " completions=" + ring.size());
        }
        capacity = device.personality().granted(entries);
    }

    @Override
    public int capacity() {
        return capacity;
    }

    /** Returns the size of an entry, in bytes. */
    int entrySize() {
        return entrySize;
    }

    /**
     * Adds a work request's completion. Returns false if the queue has overrun, in which case the completion is lost.
     */
    public boolean add(final CompletionEntry entry) {
        if (isOverrun || ring.size() == capacity) {
            overrun();
            return false;
        }
        ring.add(entry);
        if (listener.isOn()) {
            listener.completed(device.gid(), entry);
        }
        events.completed(entry);
        return true;
    }

    /** Adds a payload to the most recently added completion. Polling copies the payload to the request's memory. */
    public void attach(final long payload, final int bytes) {
        ring.attach(payload, bytes);
    }

    /** Removes a queue pair's unpolled completions. */
    public void remove(final int number) {
        ring.remove(number);
    }

    public void addUser(final CompletionQueueUser user) {
        users.add(user);
    }

    public void removeUser(final CompletionQueueUser user) {
        users.remove(user);
    }

    @Override
    public HostLoop loop() {
        return loop;
    }

    /** Returns true if a poll would return a completion or report an overrun. */
    @Override
    public boolean hasEvent() {
        return !ring.isEmpty() || isOverrun;
    }

    @Override
    public void close() {
        checkOpen();
        if (!users.isEmpty()) {
            throw new VerbsException(Errno.EBUSY, "completion queue is in use: users=" + users.size());
        }
        isClosed = true;
        events.close();
        owner.remove(this);
    }

    /**
     * Handles an overrun. Soft-RoCE drops only the completion that does not fit. On other devices, the queue and its
     * queue pairs become unusable, and the handler is called even if the queue is not armed.
     */
    private void overrun() {
        if (device.personality() == Personality.RXE) {
            owner.overran(this);
        } else if (!isOverrun) {
            isOverrun = true;
            events.raise();
            owner.overran(this);
            for (int i = 0; i < users.size(); i++) {
                users.get(i).completionQueueOverran();
            }
        }
    }

    private void checkUsable() {
        checkOpen();
        if (isOverrun) {
            throw new VerbsException(Errno.ENOMEM, "completion queue overran: capacity=" + capacity);
        }
    }

    void checkOpen() {
        if (isClosed) {
            throw new VerbsException(Errno.EINVAL, "completion queue is closed: device=" + device.name());
        }
    }
}
