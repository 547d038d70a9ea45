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
/**
 * What the objects of an opened device stand on, made from the bottom up: its context, what it grants, its ports and addresses, memory
 * near it, and the routing of asynchronous events.
 *
 * <pre>
 *   DeviceContext          the record of all of it, which objects are handed instead of the device
 *     OpenContext          struct ibv_context, and the count of what keeps it open
 *     GrantedAttributes    what the device grants, with the capabilities that no attribute shows
 *     PortAddresses        GIDs, LIDs, IP addresses
 *     HostMemory           mmap(2) near the device; blocks that are registered cannot be closed
 *     AsyncEvents          the asynchronous events of one opening; AsyncRouter finds the opening
 *   NativeObject           an object by its pointer, until it is destroyed
 * </pre>
 *
 * <p>Internal: for the packages of this artifact only. It may change at any time.
 */
package org.rpcrdma.ibverbs.device;
