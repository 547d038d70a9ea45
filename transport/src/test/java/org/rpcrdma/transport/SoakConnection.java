// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.Set;

/**
 * Records events on the connection of a soak client that can explain the connection's end, in addition to
 * {@link SoakCauses}.
 */
final class SoakConnection {
    private final SoakCauses causes;
    private final String ipAddress;
    private final InetSocketAddress remote;
    private final Set<SoakCall> open = new HashSet<>();
    private boolean isEndWanted;
    /** The time at which the last call that had to end the connection failed. */
    private long provoked;
    /** The last time at which the connection was known to work. */
    private long worked;
    /** The time of the latest call or answer on the connection. */
    private long used;

    SoakConnection(final SoakCauses causes, final String ipAddress, final InetSocketAddress remote) {
        this.causes = causes;
        this.ipAddress = ipAddress;
        this.remote = remote;
    }

    /** Records that the owner is opening the connection. */
    void wanted() {
        isEndWanted = false;
    }

    /** Records that the owner is closing the connection. */
    void ending() {
        isEndWanted = true;
    }

    void made(final long now) {
        worked = now;
        used = now;
    }

    void issued(final SoakCall call, final long now) {
        open.add(call);
        used = now;
    }

    void ended(final SoakCall call, final boolean isAnswered, final long now) {
        open.remove(call);
        used = now;
        if (isAnswered) {
            worked = now;
        } else if (call.endsConnection()) {
            provoked = now;
        }
    }

    /** Returns the explanation if the connection ends now, or null. */
    String cause(final long now) {
        if (isEndWanted) {
            return "their owner";
        }
        if (provoked == now || open.stream().anyMatch(SoakCall::endsConnection)) {
            return "a call that requested it";
        }
        if (now - used >= SoakServer.IDLE_PERIOD) {
            return "idleness";
        }
        return causes.explain(ipAddress, remote.getAddress().getHostAddress(), remote.getPort(), worked, now);
    }
}
