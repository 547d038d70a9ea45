// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.device;

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.bench.compare.Personalities;

/** Explains the limitations of a comparison on a device of the host. */
final class DeviceNotes {
    private static final List<String> OF_THE_MODEL = List.of(
            "Set-up and tear-down are medians over the connections. The model is fitted only to the probe's primitives "
                    + "and never to the strategies' results. Its accuracy is shown under \"Real by predicted\".",
            "In virtual time, the model charges for allocating, freeing, registering and deregistering memory, "
                    + "creating queues, connecting and accepting, each post according to its requests and bytes, each "
                    + "event before its handler, and each polled completion. It also charges the program (transport "
                    + "and service) for each message that it receives. The program's cost is measured without the "
                    + "device. It is the CPU time of this load's calls on a simulated device, minus the cost of "
                    + "simulating the messages.",
            "The model does not charge for setting up and tearing down the arena, or for closing queues and "
                    + "connections. If real times exceed predicted times, the cause is this work or other work on the "
                    + "host.",
            "The costs of on-demand regions, page faults, memory windows and timers come from the preset, not from the "
                    + "probe. The network's delay is the remaining time of a single message, including the time to "
                    + "wake up.");

    private static final List<String> OF_THE_RUN = List.of(
            "Server and clients share one thread on a device that is connected to itself, so a call waits while "
                    + "another connection is set up or torn down. Compare the real times of several runs.",
            "All strategies and the probe ran four times. Only the last run counts; the others warmed up the JVM.");

    private static final List<String> OF_SOFT_ROCE = List.of(
            "With soft-RoCE, the comparison shows the CPU time of registrations, set-up and tear-down, and verifies "
                    + "that all bytes arrive.",
            "Soft-RoCE cannot show the cost of an IOTLB or a NIC's MTT. It has neither, so its model has no misses. "
                    + "The host's processor does the work of the NIC, so rates and latencies reflect the kernel's "
                    + "packet path.");

    private static final List<String> OF_UDP = List.of(
            "With a device on a UDP socket, the comparison verifies that all bytes arrive and shows the transport's "
                    + "CPU time. Registrations are entries in a table of this program, so their cost differs from "
                    + "registrations with a NIC or soft-RoCE.",
            "Neither the device nor its model has an IOTLB or MTT. Rates and latencies include this program and the "
                    + "kernel's UDP stack.");

    private static final List<String> OF_A_NIC = List.of(
            "The model's caches (IOTLB, keys, translations, contexts) and the firmware's share of new keys come from "
                    + "the preset, not from this device, because the probe cannot measure them.");

    private DeviceNotes() {}

    static List<String> of(final DeviceCounterpart twin) {
        final List<String> notes = new ArrayList<>(OF_THE_MODEL);
        notes.addAll(OF_THE_RUN);
        notes.addAll(ofKind(twin));
        return notes;
    }

    private static List<String> ofKind(final DeviceCounterpart twin) {
        if (Personalities.isUdp(twin.name())) {
            return OF_UDP;
        }
        return twin.isSoftware() ? OF_SOFT_ROCE : OF_A_NIC;
    }
}
