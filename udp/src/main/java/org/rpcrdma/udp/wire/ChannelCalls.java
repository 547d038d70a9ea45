// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;

/** Sends and receives through the JDK's channel, one datagram per call. Works on any system and JDK. */
final class ChannelCalls implements DatagramCalls {
    private final DatagramChannel channel;

    ChannelCalls(final DatagramChannel channel) {
        this.channel = channel;
    }

    @Override
    public int mostTogether() {
        return 1;
    }

    @Override
    public int send(final Outgoing runs, final int first) {
        final ByteBuffer memory = runs.memory;
        memory.limit(runs.ends[first]).position(runs.begins[first]);
        try {
            return channel.send(memory, runs.hosts[first].address()) == 0 ? NO_ROOM : 1;
        } catch (final IOException e) {
            // There is no route to the host, or not enough memory.
            return REFUSED;
        } finally {
            memory.clear();
        }
    }

    @Override
    public int receive(final Incoming messages, final int most) {
        int count = 0;
        while (count < most && receiveOne(messages, count)) {
            count++;
        }
        messages.memory.clear();
        return count;
    }

    private boolean receiveOne(final Incoming messages, final int index) {
        final int begin = index * Incoming.LONGEST;
        final ByteBuffer memory =
                messages.memory.limit(begin + Incoming.LONGEST).position(begin);
        try {
            final InetSocketAddress sender = (InetSocketAddress) channel.receive(memory);
            final int length = memory.position() - begin;
            if (sender != null) {
                messages.set(index, sender, length, length, 0);
            }
            return sender != null;
        } catch (final IOException e) {
            return false;
        }
    }
}
