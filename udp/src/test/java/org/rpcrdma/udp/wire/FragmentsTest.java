// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.FileDescriptor;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.channels.DatagramChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledOnOs(OS.LINUX)
class FragmentsTest {
    /** The value of Linux's IP_PMTUDISC_PROBE and IPV6_PMTUDISC_PROBE. */
    private static final int PROBE = 3;

    /** An ICMP "fragmentation needed" message must have no effect. */
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1"})
    void shouldTakeTheMtuFromTheInterfaceOnly(final String address) throws Exception {
        final boolean isIpv6 = address.contains(":");
        try (UdpSocket socket = new UdpSocket(new InetSocketAddress(InetAddress.getByName(address), 0))) {
            assertEquals(PROBE, mtuDiscovery(socket.channel(), isIpv6));
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_22)
    void shouldRequireNoOpenPackageOnNewJdks() throws Exception {
        try (DatagramChannel ipv4 = DatagramChannel.open(StandardProtocolFamily.INET);
                DatagramChannel ipv6 = DatagramChannel.open(StandardProtocolFamily.INET6)) {
            ipv4.bind(new InetSocketAddress("127.0.0.1", 0));
            ipv6.bind(new InetSocketAddress("::1", 0));
            assertTrue(Fragments.forbid(ipv4, LinuxSockets.of(ipv4), false));
            assertTrue(Fragments.forbid(ipv6, LinuxSockets.of(ipv6), true));
            assertFalse(OpenedSocketOptions.set(ipv4, Fragments.IP_LEVEL, Fragments.MTU_DISCOVER, PROBE));
            assertEquals(PROBE, mtuDiscovery(ipv4, false));
            assertEquals(PROBE, mtuDiscovery(ipv6, true));
        }
    }

    private static Object mtuDiscovery(final DatagramChannel channel, final boolean isIpv6) throws Exception {
        final Method descriptor = Class.forName("sun.nio.ch.SelChImpl").getMethod("getFD");
        descriptor.setAccessible(true);
        final Method get = Class.forName("sun.nio.ch.Net")
                .getDeclaredMethod("getIntOption0", FileDescriptor.class, boolean.class, int.class, int.class);
        get.setAccessible(true);
        return get.invoke(
                null,
                descriptor.invoke(channel),
                false,
                isIpv6 ? Fragments.IPV6_LEVEL : Fragments.IP_LEVEL,
                isIpv6 ? Fragments.IPV6_MTU_DISCOVER : Fragments.MTU_DISCOVER);
    }
}
