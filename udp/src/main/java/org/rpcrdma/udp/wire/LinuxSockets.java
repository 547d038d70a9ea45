// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import java.nio.channels.DatagramChannel;

/**
 * Finds Linux's calls for a socket. JDK 17 to 21 have none: this class is theirs. That of JDK 22 and newer is in {@code
 * META-INF/versions/22}, if such a JDK has built the artifact.
 */
final class LinuxSockets {
    private LinuxSockets() {}

    /** Returns the calls for a channel that is bound, or null if this system or JDK has none. */
    static LinuxSocket of(final DatagramChannel channel) {
        return null;
    }
}
