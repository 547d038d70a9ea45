/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.bench;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import java.util.stream.Stream;
import org.rpcrdma.nic.Personality;

/**
 * What {@code compare --device} found, in the shape of its JSON. {@code real} is in the host's time, {@code predicted} in virtual time,
 * from the cost model; either is null where the device lacks what the strategy takes.
 */
@JsonPropertyOrder({
    "device",
    "personality",
    "nic",
    "iommu",
    "workload",
    "connections",
    "rpcs",
    "sizes",
    "credits",
    "buffers",
    "bufferSize",
    "shardSize",
    "seed",
    "strategies",
    "notes"
})
record DeviceResult(
        String device,
        String personality,
        String nic,
        String iommu,
        String workload,
        int connections,
        int rpcs,
        List<MessageSizes.MessageSize> sizes,
        int credits,
        int buffers,
        int bufferSize,
        int shardSize,
        long seed,
        List<StrategyResult> strategies,
        List<String> notes) {
    private static final List<String> OF_ONE_THREAD = List.of(
            "Real times are this host's clock, virtual ones the model of another NIC's: neither says how far the other is right.",
            "Server and clients are one thread on a device that reaches itself: a call waits while another connection is set up or"
                    + " torn down. Compare real times with each other, of more than one run.",
            "A first run was thrown away: it would have paid for what a JVM does once.");

    private static final List<String> OF_SOFT_ROCE = List.of(
            "Soft-RoCE can show what registrations, set-up and tear-down cost the host's processor, and that all bytes arrive.",
            "It cannot show what an IOTLB or a NIC's MTT cost: it has neither, its NIC is this host's processor. Its rates and"
                    + " latencies are those of the kernel's packet path.");

    static DeviceResult of(final DeviceComparison comparison, final List<StrategyResult> strategies) {
        final CompareOptions options = comparison.options();
        return new DeviceResult(
                comparison.name(),
                comparison.personality().label(),
                options.hardware().nic(),
                options.hardware().iommuLabel(),
                comparison.load().label(),
                options.connections(),
                comparison.load().rpcs(),
                comparison.load().sizes().list(),
                options.credits(),
                options.buffers(),
                options.bufferSize(),
                options.shardSize(),
                options.seed(),
                strategies,
                comparison.personality() == Personality.RXE ? joined(OF_ONE_THREAD, OF_SOFT_ROCE) : OF_ONE_THREAD);
    }

    private static List<String> joined(final List<String> first, final List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    /**
     * A strategy's figures.
     *
     * @param name      the strategy's
     * @param real      on the device, or null
     * @param errno     what the device refused with, or null
     * @param reason    its refusal in words, or null
     * @param predicted in the simulation, or null where that refused
     */
    @JsonPropertyOrder({"name", "real", "errno", "reason", "predicted"})
    record StrategyResult(String name, DeviceFigures real, String errno, String reason, DeviceFigures predicted) {
        static StrategyResult of(final Strategy strategy, final DeviceAnswer real, final DeviceAnswer predicted) {
            return new StrategyResult(
                    strategy.label(), real.figures(), real.errno(), real.reason(), predicted.figures());
        }
    }
}
