// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Reads information about a device that the operating system has but the driver's attributes do not contain. */
public final class HostDevice {
    private static final Path SYSTEM_FOLDER = Path.of("/sys/class/infiniband");

    private static final String SOFT_ROCE = "rdma_rxe";

    /** The interface type {@code ARPHRD_INFINIBAND} as it appears in sysfs. */
    private static final String INFINIBAND = "32";

    private final Path folder;
    private final Supplier<List<HostAddress>> addresses;

    /**
     * @param folder    the device's folder in sysfs.
     * @param addresses supplies the host's addresses.
     */
    public HostDevice(final Path folder, final Supplier<List<HostAddress>> addresses) {
        this.folder = folder;
        this.addresses = addresses;
    }

    /** Returns this host's device with the given name. */
    public static HostDevice of(final String name) {
        return new HostDevice(SYSTEM_FOLDER.resolve(name), HostAddress::all);
    }

    /** Returns the device's NUMA node, or -1 for software devices. */
    public int numaNode() {
        try {
            return Integer.parseInt(
                    Files.readString(folder.resolve("device/numa_node")).strip());
        } catch (final IOException | NumberFormatException e) {
            return MappedMemory.ANY_NODE;
        }
    }

    /**
     * Returns the name of the device's kernel driver. Soft-RoCE is not on a bus, but it can be recognized because it is
     * the only driver with the attribute {@code parent}, which contains the name of the network interface.
     */
    public Optional<String> driver() {
        if (Files.exists(folder.resolve("parent"))) {
            return Optional.of(SOFT_ROCE);
        }
        try {
            return Optional.of(Files.readSymbolicLink(folder.resolve("device/driver"))
                    .getFileName()
                    .toString());
        } catch (final IOException e) {
            // The device does not exist, or it is a software device other than soft-RoCE.
            return Optional.empty();
        }
    }

    /** Returns the names of the device's network interfaces that use IP over InfiniBand (IPoIB). */
    List<String> interfacesOverInfiniBand() {
        try (Stream<Path> interfaces = Files.list(folder.resolve("device/net"))) {
            return interfaces
                    .filter(HostDevice::isOverInfiniBand)
                    .map(network -> network.getFileName().toString())
                    .sorted()
                    .toList();
        } catch (final IOException e) {
            // The device has no network interfaces.
            return List.of();
        }
    }

    private static boolean isOverInfiniBand(final Path network) {
        try {
            return Files.readString(network.resolve("type")).strip().equals(INFINIBAND);
        } catch (final IOException e) {
            // The interface was removed after it had been listed.
            return false;
        }
    }

    /** Returns this host's current addresses. */
    List<HostAddress> addresses() {
        return addresses.get();
    }
}
