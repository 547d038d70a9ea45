// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

import org.rpcrdma.rnic.link.Link;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.link.PacketSink;

/** A stand-in for a queue pair, of which only the number matters. */
record NumberedSink(int number) implements PacketSink {
    @Override
    public Link link() {
        throw new AssertionError("not connected");
    }

    @Override
    public int epoch() {
        return 0;
    }

    @Override
    public void receive(final Packet packet) {
        throw new AssertionError("not connected");
    }
}
