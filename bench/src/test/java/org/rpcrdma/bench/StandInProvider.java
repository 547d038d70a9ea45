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

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.rpcrdma.nic.CostModel;
import org.rpcrdma.nic.DeviceConfiguration;
import org.rpcrdma.nic.Fabric;
import org.rpcrdma.nic.Personality;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.DeviceProvider;

/** A stand-in for soft-RoCE on this host: a simulated device without what the kernel keeps to itself, and without on-demand paging. */
public final class StandInProvider implements DeviceProvider {
    static final String NAME = "rxe-stand-in";
    /** How often this JVM opened it. */
    static final AtomicInteger OPENED = new AtomicInteger();

    /** For the service loader. */
    public StandInProvider() {}

    @Override
    public List<String> names() {
        return List.of(NAME);
    }

    @Override
    public Device open(final String name) {
        OPENED.incrementAndGet();
        return new Fabric(new Simulation(1), CostModel.defaults())
                .attach(
                        name,
                        "10.77.0.1",
                        DeviceConfiguration.DEFAULT
                                .withPersonality(Personality.RXE)
                                .without(
                                        DeviceCapability.FAST_REGISTER,
                                        DeviceCapability.LOCAL_DMA_LKEY,
                                        DeviceCapability.ON_DEMAND));
    }
}
