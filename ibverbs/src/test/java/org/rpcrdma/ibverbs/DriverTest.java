// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;

/** The base class for tests of the arguments that a driver receives and of the way in which its results are handled. */
abstract class DriverTest {
    @AutoClose
    final FakeVerbs fake = new FakeVerbs();

    /** The calls of the driver, in the form in which the test records them. */
    final List<String> calls = new ArrayList<>();

    IbvDevice device;
    EventLoop loop;
    ExtendedProtectionDomain domain;
    CompletionQueue queue;
    QueuePair queuePair;

    /** Opens the device and creates one object of each kind. */
    void open() {
        device = fake.open();
        loop = device.newEventLoop();
        queue = device.createCompletionQueue(16, loop, polled -> {});
        domain = device.allocateProtectionDomain();
        queuePair = newQueuePair(QueuePairType.RC);
    }

    final QueuePair newQueuePair(final QueuePairType type) {
        return domain.createQueuePair(new QueuePairAttributes(queue, queue, 8, 8, 2).withType(type));
    }

    /** Records a call, and returns the result that the driver is to return. */
    final long note(final String call, final long returned) {
        calls.add(call);
        return returned;
    }

    /** Sets a function of an extended queue pair. */
    final void set(final long created, final int offset, final String name, final FakeVerbs.Function function) {
        Native.setLong(created + offset, fake.pointer(name, function));
    }

    /** Returns the id and the flags that an extended queue pair contains. */
    static String id(final long created) {
        return Native.getLong(created + 168) + "/" + Native.getInt(created + 176);
    }
}
