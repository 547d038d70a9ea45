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
package org.rpcrdma.ibverbs.layout;

/**
 * What a port is. Later versions are longer than what the exported {@code ibv_query_port} fills.
 *
 * <pre>{@code
 * struct ibv_port_attr {
 *     enum ibv_port_state state;  0
 *     ...
 *     uint16_t lid;               34
 *     ...
 *     uint8_t link_layer;         46
 *     uint8_t flags;              47
 *     ...
 * };
 * }</pre>
 */
public final class PortLayout {
    public static final long SIZE = 64;
    public static final long LID = 34;
    public static final long LINK_LAYER = 46;

    /** {@code IBV_LINK_LAYER_INFINIBAND}. */
    public static final byte INFINIBAND = 1;

    private PortLayout() {}
}
