// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import java.io.IOException;
import java.net.SocketOption;
import java.nio.channels.DatagramChannel;

/**
 * Disables fragmentation of a socket's datagrams. Linux then sends them with identification 0, so the sender knows the
 * value that the CRC covers.
 *
 * <p>Linux has two modes that disable fragmentation. {@code PMTUDISC_DO} also obeys ICMP "fragmentation needed"
 * messages, which can be forged. {@code PMTUDISC_PROBE} uses only the interface's MTU. The JDK's option (JDK 19 and
 * newer) sets the first mode. The second mode requires a system call through {@link LinuxSocket} (JDK 22 and newer,
 * with native access) or {@link OpenedSocketOptions}. If neither is available, or on other systems, the JDK's option is
 * set if it exists.
 */
final class Fragments {
    /** Linux's {@code IPPROTO_IP}, {@code IP_MTU_DISCOVER}; {@code IPPROTO_IPV6}, {@code IPV6_MTU_DISCOVER}. */
    static final int IP_LEVEL = 0;

    static final int MTU_DISCOVER = 10;
    static final int IPV6_LEVEL = 41;
    static final int IPV6_MTU_DISCOVER = 23;

    /** Linux's {@code IP_PMTUDISC_PROBE} and {@code IPV6_PMTUDISC_PROBE}. */
    private static final int PROBE = 3;

    private static final String OPTION = "IP_DONTFRAGMENT";

    private Fragments() {}

    /**
     * Disables fragmentation. Returns true if the socket then uses the interface's MTU, regardless of ICMP messages.
     *
     * @param linux the system calls for the socket, or null.
     */
    static boolean forbid(final DatagramChannel channel, final LinuxSocket linux, final boolean isIpv6)
            throws IOException {
        if (isProbing(channel, linux, isIpv6 ? IPV6_LEVEL : IP_LEVEL, isIpv6 ? IPV6_MTU_DISCOVER : MTU_DISCOVER)) {
            return true;
        }
        for (final SocketOption<?> option : channel.supportedOptions()) {
            if (option.name().equals(OPTION)) {
                set(channel, option);
            }
        }
        return false;
    }

    private static boolean isProbing(
            final DatagramChannel channel, final LinuxSocket linux, final int level, final int option) {
        return linux != null ? linux.set(level, option, PROBE) : OpenedSocketOptions.set(channel, level, option, PROBE);
    }

    @SuppressWarnings("unchecked")
    private static void set(final DatagramChannel channel, final SocketOption<?> option) throws IOException {
        channel.setOption((SocketOption<Boolean>) option, true);
    }
}
