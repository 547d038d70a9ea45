// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import java.nio.channels.DatagramChannel;

/**
 * Finds the Linux system calls for a socket. This version is for JDK 17 to 21 and always returns null. The version for
 * JDK 22 and newer is in {@code META-INF/versions/22}, if the artifact was built with one.
 */
final class LinuxSockets {
    private LinuxSockets() {}

    /** Returns the calls for a bound channel, or null. Null means that this system or JDK does not support them. */
    static LinuxSocket of(final DatagramChannel channel) {
        return null;
    }
}
