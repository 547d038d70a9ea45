// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import org.rpcrdma.rnic.DeviceTap;
import org.rpcrdma.rnic.time.Timeline;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.DeviceProvider;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * Opens devices on {@link UdpNetwork}s, one network per device. A device's name contains a numeric address of this
 * host, for example {@code udp:127.0.0.1} or {@code udp:[::1]}. Devices need no hardware, kernel module or privilege.
 * Only one device at a time can be open on each address of a host.
 *
 * <p>Thread-safe; each device is confined to one thread.
 */
public final class UdpDeviceProvider implements DeviceProvider {
    private static final String PREFIX = "udp:";
    private static final String BYTE = "(25[0-5]|2[0-4]\\d|1?\\d?\\d)";
    private static final Pattern IPV4 = Pattern.compile(BYTE + "(\\." + BYTE + "){3}");
    private static final Pattern IPV6 = Pattern.compile("[^\\[\\]]*:[^\\[\\]]*");
    private static final Pattern BRACKETS = Pattern.compile("^\\[(.*)]$");

    /** Creates a provider. {@link java.util.ServiceLoader} calls this constructor. */
    public UdpDeviceProvider() {}

    @Override
    public Optional<String> prefix() {
        return Optional.of(PREFIX);
    }

    /** Returns a device name for each address of this host's interfaces. */
    @Override
    public List<String> names() {
        try {
            return NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .map(UdpDeviceProvider::name)
                    .toList();
        } catch (final SocketException e) {
            throw new VerbsException(Errno.EOPNOTSUPP, "cannot list the network interfaces: " + e.getMessage());
        }
    }

    private static String name(final InetAddress address) {
        final String digits = address.getHostAddress();
        return PREFIX + (address instanceof Inet6Address ? "[" + digits + "]" : digits);
    }

    /**
     * {@inheritDoc}
     *
     * @throws VerbsException EINVAL if the name contains no address; EADDRNOTAVAIL if the address does not belong to
     *                        this host; EADDRINUSE if its port, {@value UdpNetwork#PORT}, is in use.
     */
    @Override
    public Device open(final String name) {
        return open(name, (device, simulation) -> null);
    }

    /**
     * Opens a device and sets a tap on its network.
     *
     * @param name the name of the device, as for {@link #open(String)}.
     * @param tap  the function that creates the tap from the device and its network's clock; it may return null for no
     *             tap.
     * @return the device, which the caller must close.
     * @throws VerbsException as for {@link #open(String)}.
     */
    public UdpDevice open(final String name, final BiFunction<UdpDevice, Timeline, DeviceTap> tap) {
        final String address = address(name).getHostAddress();
        final UdpNetwork network = new UdpNetwork();
        try {
            final UdpDevice device = network.attach(name, address, network::close);
            network.setTap(tap.apply(device, network.timeline()));
            return device;
        } catch (final RuntimeException e) {
            network.close();
            throw e;
        }
    }

    /** Parses the address in a device name without using a name service. */
    private static InetAddress address(final String name) {
        final InetAddress address = digits(name.substring(PREFIX.length()));
        if (address == null || address.isAnyLocalAddress() || address.isMulticastAddress()) {
            throw new VerbsException(
                    Errno.EINVAL, "udp: requires a numeric local address, for example udp:127.0.0.1: name=" + name);
        }
        return address;
    }

    private static InetAddress digits(final String text) {
        final String ipv6 = BRACKETS.matcher(text).replaceFirst("$1");
        try {
            if (IPV6.matcher(ipv6).matches()) {
                return InetAddress.getByName("[" + ipv6 + "]");
            }
            return IPV4.matcher(text).matches() ? InetAddress.getByName(text) : null;
        } catch (final UnknownHostException e) {
            return null;
        }
    }

    @Override
    public Optional<String> driver(final String name) {
        return name.startsWith(PREFIX) ? Optional.of("udp") : Optional.empty();
    }
}
