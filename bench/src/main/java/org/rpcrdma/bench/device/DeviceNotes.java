// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.device;

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.bench.compare.Personalities;

/** Explains the limits of a comparison on a device of the host. */
final class DeviceNotes {
    private static final List<String> OF_THE_MODEL = List.of(
            "Set-up and tear-down are the median connection's. The model is fitted to the probe's primitives"
                    + " alone, never to the strategies' results: real by predicted shows its accuracy.",
            "It charges, in virtual time: memory and its freeing, registrations and their ends, creation"
                    + " of queues, connecting and accepting, each post by its requests and bytes,"
                    + " each event before its handler, each polled completion, and the program, transport"
                    + " and service, for each message that it receives. That last is measured off the device: what"
                    + " this load's calls cost the host's processor while a simulated device carries them, less the"
                    + " cost of simulating these messages.",
            "It does not charge the arena's set-up and tear-down, nor the ends of queues and connections: if real"
                    + " exceeds predicted, these are the cause, or other work of the host.",
            "Not measured, but taken from the preset: on-demand regions and page faults, memory windows, timers. A"
                    + " delay of the network is what is left of a message alone, waking up included.");

    private static final List<String> OF_THE_RUN = List.of(
            "Server and clients are one thread on a device that reaches itself: a call waits while another connection"
                    + " is set up or torn down. Compare real times of several runs.",
            "All strategies and the probe ran four times; only the last counts: the others paid for the JVM's"
                    + " one-time work.");

    private static final List<String> OF_SOFT_ROCE = List.of(
            "Soft-RoCE can show what registrations, set-up and tear-down cost the host's processor, and that all"
                    + " bytes arrive.",
            "It cannot show what an IOTLB or a NIC's MTT cost: it has neither, so its model misses nothing. Its NIC"
                    + " is this host's processor: rates and latencies are the kernel packet path's.");

    private static final List<String> OF_UDP = List.of(
            "A device on a UDP socket can show that all bytes arrive, and what the transport costs the host's"
                    + " processor. Its registrations are entries in a table of this program: they do not cost what a"
                    + " NIC's or soft-RoCE's do.",
            "Neither the device nor its model has an IOTLB or MTT. Rates and latencies include this program"
                    + " and the kernel's UDP.");

    private static final List<String> OF_A_NIC = List.of(
            "The model's caches (IOTLB, keys, translations, contexts) and the firmware's part of new keys are the"
                    + " preset's, not this device's: the probe does not see them.");

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
