// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import java.nio.channels.DatagramChannel;

/**
 * Finds the Linux system calls for a socket. This version is for JDK 17 to 21 and always returns null. If the artifact
 * was built with a newer JDK, {@code META-INF/versions/22} contains the version for JDK 22 and newer.
 */
final class LinuxSockets {
    private LinuxSockets() {}

    /** Returns the calls for a bound channel, or null if this system or JDK does not support them. */
    static LinuxSocket of(final DatagramChannel channel) {
        return null;
    }
}
